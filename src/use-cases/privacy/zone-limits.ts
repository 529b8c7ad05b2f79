/** Limits of privacy zones. */
export const ZONE_LIMITS = {
  /** Maximum number of characters. */
  name: 100,
  /** Maximum number of positions of an outline. */
  positions: 100,
  /** Metres. */
  minRadius: 50,
  maxRadius: 5000,
  /** Maximum metres that are hidden at the ends of workouts. */
  hiddenMetres: 5000,
} as const

/** Maximum difference in degrees between platforms in computing the side of a box. */
const TOLERANCE = 1e-9
/** Twice the precision of the 32-bit floats to which an R-tree rounds boxes outwards. */
const FLOAT_PRECISION = 2 ** -22

/** Returns the stored side if it is `side` rounded outwards by the R-tree, or else `side`. */
function roundSide(stored: number | null, side: number, outwards: 1 | -1): number {
  if (stored === null) return side
  const outside = (stored - side) * outwards
  const isRounded = outside >= -TOLERANCE && outside <= Math.abs(side) * FLOAT_PRECISION + TOLERANCE
  return isRounded ? stored : side
}

const OUTWARDS = { south: -1, west: -1, north: 1, east: 1 } as const

export const SIDE_NAMES = ['south', 'west', 'north', 'east'] as const

type Sides = Record<(typeof SIDE_NAMES)[number], number>

/** Returns a box with the sides of a stored one of an R-tree where these are its own, rounded outwards. */
export const roundBox = (
  stored: { [Side in keyof Sides]: number | null } | undefined,
  box: Sides,
): Sides => {
  const round = (side: keyof Sides) => roundSide(stored?.[side] ?? null, box[side], OUTWARDS[side])
  return {
    ...{ south: round('south'), west: round('west') },
    ...{ north: round('north'), east: round('east') },
  }
}

/** Limits of the length of a segment, in metres: shorter ones say little because positions are only known to 5–15 m. */
export const MIN_LENGTH = 200
export const MAX_LENGTH = 100_000

/** Whether a line of this many metres can be a segment. */
export const isSegmentLength = (metres: number): boolean =>
  metres >= MIN_LENGTH && metres <= MAX_LENGTH

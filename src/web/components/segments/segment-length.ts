/** Lengths in metres that the server accepts. */
export const [MIN_LENGTH, MAX_LENGTH] = [200, 100_000]

/** Whether a line of this many metres can be a segment. */
export const isSegmentLength = (metres: number): boolean =>
  metres >= MIN_LENGTH && metres <= MAX_LENGTH

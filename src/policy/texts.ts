/** Most characters of what people write to each other. */
export const LONGEST_TEXT = 10_000

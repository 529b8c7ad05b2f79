/** Maximum characters of texts that users write to each other. */
export const MAX_TEXT_LENGTH = 10_000

/** An instant in the form of HTTP headers: `Sun, 14 Jul 2019 14:09:58 GMT`. */
export const httpDate = (milliseconds: number): string => new Date(milliseconds).toUTCString()

/** The same for a column that may be empty. */
export const httpDateOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : httpDate(milliseconds)

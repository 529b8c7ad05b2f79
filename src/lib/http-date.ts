/** An instant in the form of HTTP headers: `Sun, 14 Jul 2019 14:09:58 GMT`. */
export const httpDate = (milliseconds: number): string => new Date(milliseconds).toUTCString()

/** The same for a column that may be empty. */
export const httpDateOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : httpDate(milliseconds)

const MONTH_NAME = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

/** The same with the whole name of the month: `Sun, 14 July 2019 14:09:58 GMT`. */
export function longHttpDate(milliseconds: number): string {
  const [weekday, day, , ...rest] = httpDate(milliseconds).split(' ')
  return [weekday, day, MONTH_NAME.format(milliseconds), ...rest].join(' ')
}

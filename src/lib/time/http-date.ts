const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = [
  ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'],
  ...['Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
]

/**
 * Formats an instant for HTTP headers: `Sun, 14 Jul 2019 14:09:58 GMT`. Equivalent to `toUTCString` but twice as fast,
 * because a response contains dozens of dates.
 */
export function formatHttpDate(milliseconds: number): string {
  const date = new Date(milliseconds)
  const year = date.getUTCFullYear()
  const isFourDigitYear = year >= 1000 && year <= 9999
  if (!isFourDigitYear) return date.toUTCString()
  const day = `${DAYS[date.getUTCDay()]}, ${twoDigits(date.getUTCDate())}`
  const [hour, minute] = [twoDigits(date.getUTCHours()), twoDigits(date.getUTCMinutes())]
  const time = `${hour}:${minute}:${twoDigits(date.getUTCSeconds())}`
  return `${day} ${MONTHS[date.getUTCMonth()]} ${year} ${time} GMT`
}

const twoDigits = (value: number) => (value < 10 ? `0${value}` : `${value}`)

/** `httpDate` for a nullable column. */
export const formatHttpDateOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : formatHttpDate(milliseconds)

const MONTH_NAME = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

/** `httpDate` with the full name of the month: `Sun, 14 July 2019 14:09:58 GMT`. */
export function formatLongHttpDate(milliseconds: number): string {
  const [weekday, day, , ...rest] = formatHttpDate(milliseconds).split(' ')
  return [weekday, day, MONTH_NAME.format(milliseconds), ...rest].join(' ')
}

/** Length of a calendar day in milliseconds. Days are computed in UTC, which has no clock changes. */
export const DAY_MS = 86_400_000

/** Returns the day (`YYYY-MM-DD`) of a time in milliseconds, in UTC. */
export const toDay = (time: number): string =>
  new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length)

/**
 * Returns the day `count` days after another day (before it if negative); both `YYYY-MM-DD`. Calendar days are counted,
 * which differ from 24 hours when clocks change.
 */
export const addDays = (day: string, count: number): string =>
  toDay(Date.parse(day) + count * DAY_MS)

/** Returns the first day of the week that contains `day`, starting on Sunday or Monday; both in milliseconds, UTC. */
export function getWeekStart(day: number, fromMonday: boolean): number {
  const weekday = new Date(day).getUTCDay()
  return day - (fromMonday ? (weekday + 6) % 7 : weekday) * DAY_MS
}

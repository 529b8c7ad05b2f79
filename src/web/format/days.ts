/** A day of a calendar in milliseconds of UTC, where no clock is ever changed. */
export const DAY_MS = 86_400_000

/** The day (`YYYY-MM-DD`) of milliseconds of UTC. */
export const dayAt = (time: number): string =>
  new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length)

/**
 * The day so many days after another one (before it when negative), both `YYYY-MM-DD`. A day of a calendar, not 24
 * hours: where clocks are changed meanwhile, those end on another day.
 */
export const daysAfter = (day: string, count: number): string =>
  dayAt(Date.parse(day) + count * DAY_MS)

/** The first day of the week that a day lies in, from Sunday or from Monday; both milliseconds of UTC. */
export function startOfWeek(day: number, fromMonday: boolean): number {
  const weekday = new Date(day).getUTCDay()
  return day - (fromMonday ? (weekday + 6) % 7 : weekday) * DAY_MS
}

import { DAY } from './clock'

const NANOSECONDS_PER_MILLISECOND = 1e6

/**
 * The wall clock of a zone at an instant, as milliseconds of the same date and time in UTC; the way to do
 * calendar arithmetic in a zone.
 */
export function wallClock(instant: number, timezone: string): number {
  const { offsetNanoseconds } =
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone)
  return instant + offsetNanoseconds / NANOSECONDS_PER_MILLISECOND
}

const offsetAt = (instant: number, timezone: string) => wallClock(instant, timezone) - instant

/**
 * The instant at which the clocks of a zone show a wall time (given as milliseconds of the same date and time in
 * UTC). Times that clocks skip or show twice are read with the standard (winter) offset.
 */
export function instantOf(wall: number, timezone: string): number {
  const before = offsetAt(wall - DAY, timezone)
  const after = offsetAt(wall + DAY, timezone)
  const standard = wall - Math.min(before, after)
  const candidates = [standard, wall - Math.max(before, after)]
  return candidates.find((instant) => wallClock(instant, timezone) === wall) ?? standard
}

/** `YYYY-MM-DD HH:MM:SS` of an instant in a zone. */
export const localText = (instant: number, timezone: string): string =>
  new Date(wallClock(instant, timezone)).toISOString().slice(0, 19).replace('T', ' ')

/** The day (`YYYY-MM-DD`) of an instant in a zone. */
export const localDay = (instant: number, timezone: string): string =>
  localText(instant, timezone).slice(0, 10)

const DAY_TEXT = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const MINUTE_TEXT = /^(\d{4})-(\d{1,2})-(\d{1,2})\s+(\d{1,2}):(\d{1,2})$/

/** A calendar day of a time zone: from its first instant (milliseconds) until before its end. */
export interface LocalDay {
  start: number
  end: number
}

/** The day that `YYYY-MM-DD` names in a time zone (23 to 25 hours long); undefined for anything else. */
export function parseLocalDay(text: string, timezone: string): LocalDay | undefined {
  const wall = wallOf(DAY_TEXT.exec(text))
  if (wall === undefined) return undefined
  return {
    start: instantOf(wall, timezone),
    end: instantOf(wall + DAY, timezone),
  }
}

/** The instant (milliseconds) of `YYYY-MM-DD HH:MM` in a time zone; undefined for anything else. */
export function parseLocalMinute(text: string, timezone: string): number | undefined {
  const wall = wallOf(MINUTE_TEXT.exec(text))
  return wall === undefined ? undefined : instantOf(wall, timezone)
}

function wallOf(match: RegExpExecArray | null): number | undefined {
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number)
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const exists = year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  if (!exists || hour > 23 || minute > 59) return undefined
  return date.setUTCHours(hour, minute)
}

/** A day of the calendar as `YYYY-MM-DD`, from the same with or without leading zeros; undefined for anything else. */
export function parseDate(text: string): string | undefined {
  const wall = wallOf(DAY_TEXT.exec(text))
  return wall === undefined ? undefined : new Date(wall).toISOString().slice(0, 10)
}

/** Whole years from one day (`YYYY-MM-DD`) to a later one. */
export function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return to.slice(4) < from.slice(4) ? years - 1 : years
}

/** Nobody who lives has known an earlier day. */
const EARLIEST = '1900-01-01'

/** As `parseDate`, a day that somebody may have lived through; undefined for one to come, too. */
export function parsePastDay(text: string, today: string): string | undefined {
  const day = parseDate(text)
  return day !== undefined && day >= EARLIEST && day <= today ? day : undefined
}

import { DAY } from './clock'

const NANOSECONDS_PER_MILLISECOND = 1e6

/**
 * Converts an instant to the local time of a zone, as the milliseconds of the same date and time in UTC. Calendar
 * arithmetic in a zone is done with this value.
 */
export function toWallClock(instant: number, timezone: string): number {
  const { offsetNanoseconds } =
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone)
  return instant + offsetNanoseconds / NANOSECONDS_PER_MILLISECOND
}

const offsetAt = (instant: number, timezone: string) => toWallClock(instant, timezone) - instant

/**
 * Converts a local time of a zone (as milliseconds of the same date and time in UTC) to an instant. Local times that
 * are skipped or repeated when clocks change use the standard (winter) offset.
 */
export function toInstant(wall: number, timezone: string): number {
  const before = offsetAt(wall - DAY, timezone)
  const after = offsetAt(wall + DAY, timezone)
  const standard = wall - Math.min(before, after)
  const candidates = [standard, wall - Math.max(before, after)]
  return candidates.find((instant) => toWallClock(instant, timezone) === wall) ?? standard
}

/** Formats an instant as `YYYY-MM-DD HH:MM:SS` in a zone. */
export const formatLocalTime = (instant: number, timezone: string): string =>
  new Date(toWallClock(instant, timezone)).toISOString().slice(0, 19).replace('T', ' ')

/** The day (`YYYY-MM-DD`) of an instant in a zone. */
export const formatLocalDay = (instant: number, timezone: string): string =>
  formatLocalTime(instant, timezone).slice(0, 10)

const DAY_TEXT = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const MINUTE_TEXT = /^(\d{4})-(\d{1,2})-(\d{1,2})\s+(\d{1,2}):(\d{1,2})$/

/**
 * A calendar day in a time zone: `start` is its first instant and `end` the first instant of the next day, in
 * milliseconds since the Unix epoch.
 */
export interface LocalDay {
  start: number
  end: number
}

/** Parses `YYYY-MM-DD` as a day (23 to 25 hours) in a time zone. Returns undefined for any other text. */
export function parseLocalDay(text: string, timezone: string): LocalDay | undefined {
  const wall = parseWallClock(DAY_TEXT.exec(text))
  if (wall === undefined) return undefined
  return {
    start: toInstant(wall, timezone),
    end: toInstant(wall + DAY, timezone),
  }
}

/** Parses `YYYY-MM-DD HH:MM` in a time zone to an instant (milliseconds). Returns undefined for any other text. */
export function parseLocalMinute(text: string, timezone: string): number | undefined {
  const wall = parseWallClock(MINUTE_TEXT.exec(text))
  return wall === undefined ? undefined : toInstant(wall, timezone)
}

function parseWallClock(match: RegExpExecArray | null): number | undefined {
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number)
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const exists = year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  if (!exists || hour > 23 || minute > 59) return undefined
  return date.setUTCHours(hour, minute)
}

/**
 * Parses a calendar day, with or without leading zeros, and returns it as `YYYY-MM-DD`. Returns undefined for any other
 * text.
 */
export function parseDate(text: string): string | undefined {
  const wall = parseWallClock(DAY_TEXT.exec(text))
  return wall === undefined ? undefined : new Date(wall).toISOString().slice(0, 10)
}

/** Number of whole years from one day (`YYYY-MM-DD`) to a later one. */
export function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return to.slice(4) < from.slice(4) ? years - 1 : years
}

/** Earlier days are rejected as typing errors: no user was alive then. */
const EARLIEST = '1900-01-01'

/** Like `parseDate`, but also returns undefined for a day before 1900 or after `today`. */
export function parsePastDay(text: string, today: string): string | undefined {
  const day = parseDate(text)
  return day !== undefined && day >= EARLIEST && day <= today ? day : undefined
}

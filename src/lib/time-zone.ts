const MILLISECONDS_PER_DAY = 86_400_000
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
  const before = offsetAt(wall - MILLISECONDS_PER_DAY, timezone)
  const after = offsetAt(wall + MILLISECONDS_PER_DAY, timezone)
  const standard = wall - Math.min(before, after)
  const candidates = [standard, wall - Math.max(before, after)]
  return candidates.find((instant) => wallClock(instant, timezone) === wall) ?? standard
}

/** `YYYY-MM-DD HH:MM:SS` of an instant in a zone. */
export const localText = (instant: number, timezone: string): string =>
  new Date(wallClock(instant, timezone)).toISOString().slice(0, 19).replace('T', ' ')

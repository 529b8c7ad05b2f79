const MILLISECONDS_PER_DAY = 86_400_000

/** One formatter for each zone ever asked for: they are costly to make, and there are few zones. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(timezone, format)
  return format
}

/**
 * The wall clock of a zone at an instant, as milliseconds of the same date and time in UTC; the way to do
 * calendar arithmetic in a zone.
 */
export function wallClock(instant: number, timezone: string): number {
  const parts = formatOf(timezone).formatToParts(instant)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
  return wall + part('second') * 1000 + (((instant % 1000) + 1000) % 1000)
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

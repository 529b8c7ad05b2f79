/**
 * How a duration of a day and more is written: `hours` counts on (`25:00:00`), `days` separates
 * them (`1 day, 1:00:00`, the text of a Python timedelta).
 */
export type DurationForm = 'hours' | 'days'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/**
 * `H:MM:SS` with unpadded hours, from whole seconds. Negative durations (pauses of segments that overlap) are written
 * `-1 day, 23:00:00` in both forms, which differ for a day and more only.
 */
export function formatDuration(seconds: number, form: DurationForm): string {
  if (form === 'hours' && seconds >= 0) return clockText(seconds)
  const days = Math.floor(seconds / DAY)
  const clock = clockText(seconds - days * DAY)
  return days === 0 ? clock : `${days} day${Math.abs(days) === 1 ? '' : 's'}, ${clock}`
}

function clockText(seconds: number): string {
  const hours = Math.floor(seconds / HOUR)
  const minutes = Math.floor((seconds % HOUR) / MINUTE)
  return `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % MINUTE)}`
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}

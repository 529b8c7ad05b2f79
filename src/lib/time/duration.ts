/**
 * Format of durations of a day and more: `hours` continues to count hours (`25:00:00`), `days` separates days (`1 day,
 * 1:00:00`, as Python prints a timedelta).
 */
export type DurationForm = 'hours' | 'days'

const SECONDS_PER_DAY = 86_400

/**
 * Formats whole seconds as `H:MM:SS` with unpadded hours. Negative durations (pauses of overlapping segments) become
 * `-1 day, 23:00:00` in both forms, which otherwise differ only from one day on.
 */
export function formatDuration(seconds: number, form: DurationForm): string {
  if (form === 'hours' && seconds >= 0) return clockText(seconds)
  const days = Math.floor(seconds / SECONDS_PER_DAY)
  const clock = clockText(seconds - days * SECONDS_PER_DAY)
  return days === 0 ? clock : `${days} day${Math.abs(days) === 1 ? '' : 's'}, ${clock}`
}

function clockText(seconds: number): string {
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  return `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}

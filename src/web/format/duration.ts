import { formatNumber } from './numbers'

const DURATION = /^(?:(\d+) days?, )?(\d+):([0-5]\d):([0-5]\d)(?:\.\d+)?$/

const pad = (value: number): string => String(value).padStart(2, '0')

/** Parses a duration (`H:MM:SS` or `1 day, H:MM:SS`) to seconds; null if it is malformed. */
export function parseDuration(text: string | null | undefined): number | null {
  const [, days, hours, minutes, seconds] = DURATION.exec(text ?? '') ?? []
  if (hours === undefined) return null
  return Number(days ?? 0) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** Formats seconds as `H:MM:SS`, or `M:SS` below one hour, rounded to whole seconds. */
export function formatClock(seconds: number): string {
  const total = Math.max(0, Math.round(seconds))
  const hours = Math.floor(total / 3600)
  const minutes = Math.floor((total % 3600) / 60)
  const rest = pad(total % 60)
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`
}

/** Formats seconds as `H:MM:SS`, also below one hour, as the API does. */
export function formatFullClock(seconds: number): string {
  const clock = formatClock(seconds)
  return clock.length > 'MM:SS'.length ? clock : `0:${clock.padStart('MM:SS'.length, '0')}`
}

/** Formats seconds as `H:MM` with digit grouping of hours, for totals where seconds do not matter. */
export function formatHours(seconds: number, locale: string): string {
  const minutes = Math.max(0, Math.round(seconds / 60))
  return `${formatNumber(Math.floor(minutes / 60), 0, locale)}:${pad(minutes % 60)}`
}

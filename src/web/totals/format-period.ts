import { type DatePreferences, formatDay, formatMonth } from '@/web/format/dates'
import { getDateFormat } from '@/web/i18n/formats'

/**
 * Returns a short name of a period for the axis of a chart: a year, a month (January with its year), or the first day
 * of a week.
 */
export function formatPeriodShort(period: string, { locale }: { locale: string }): string {
  if (period.length === 4) return period
  const isMonth = period.length === 7
  const date = new Date(isMonth ? `${period}-01T00:00:00Z` : `${period}T00:00:00Z`)
  const year = isMonth && date.getUTCMonth() === 0 ? ({ year: '2-digit' } as const) : {}
  return getDateFormat(locale, {
    month: isMonth ? 'short' : 'numeric',
    ...(!isMonth && { day: 'numeric' }),
    ...year,
    timeZone: 'UTC',
  }).format(date)
}

/** Returns the name of a period for a row of a table: a year, a month with its year, or the first day of a week. */
export function formatPeriod(period: string, preferences: DatePreferences): string {
  if (period.length === 4) return period
  if (period.length > 7) return formatDay(period, preferences)
  return formatMonth(new Date(`${period}-01T00:00:00Z`), { ...preferences, timeZone: 'UTC' })
}

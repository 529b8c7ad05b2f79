import {
  type DatePreferences,
  formatDay,
  formatMonth,
  formatShortDay,
  toLocale,
} from '@/web/format/dates'
import { getDateFormat } from '@/web/i18n/formats'

/**
 * Returns a short name of a period for the axis of a chart: a year, a month (January with its year), or the first day
 * of a week.
 */
export function formatPeriodShort(
  period: string,
  preferences: Pick<DatePreferences, 'dateFormat' | 'language'>,
): string {
  if (period.length === 4) return period
  if (period.length > 7) return formatShortDay(period, preferences)
  const date = new Date(`${period}-01T00:00:00Z`)
  const year = date.getUTCMonth() === 0 ? ({ year: '2-digit' } as const) : {}
  return getDateFormat(toLocale(preferences.language), {
    ...{ month: 'short', timeZone: 'UTC' },
    ...year,
  }).format(date)
}

/** Returns the name of a period for a row of a table: a year, a month with its year, or the first day of a week. */
export function formatPeriod(period: string, preferences: DatePreferences): string {
  if (period.length === 4) return period
  if (period.length > 7) return formatDay(period, preferences)
  return formatMonth(new Date(`${period}-01T00:00:00Z`), { ...preferences, timeZone: 'UTC' })
}

import { type DatePreferences, formatDay, formatMonth } from '@/web/format/dates'
import { dateFormat } from '@/web/i18n/formats'

/** The name of a period as the axis of a chart has room for it: a year, a month with its year, the first day of a week. */
export function periodName(period: string, { locale }: { locale: string }): string {
  if (period.length === 4) return period
  const isMonth = period.length === 7
  const date = new Date(isMonth ? `${period}-01T00:00:00Z` : `${period}T00:00:00Z`)
  const year = isMonth && date.getUTCMonth() === 0 ? ({ year: '2-digit' } as const) : {}
  return dateFormat(locale, {
    month: isMonth ? 'short' : 'numeric',
    ...(!isMonth && { day: 'numeric' }),
    ...year,
    timeZone: 'UTC',
  }).format(date)
}

/** The name of a period in the rows of a table: a year, a month with its year, the day on which a week begins. */
export function periodTitle(period: string, preferences: DatePreferences): string {
  if (period.length === 4) return period
  if (period.length > 7) return formatDay(period, preferences)
  return formatMonth(new Date(`${period}-01T00:00:00Z`), { ...preferences, timeZone: 'UTC' })
}

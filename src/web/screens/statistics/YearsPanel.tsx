import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Profile } from '@/web/api/accounts/profile'
import { periodTotalsQuery } from '@/web/api/workouts/statistics'
import { getLineStroke, getLineStyle } from '@/web/charts/plots/line-styles'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { Legend, LegendItem } from '@/web/components/numbers/Legend'
import { Panel } from '@/web/components/page/Panel'
import { ScrollArea } from '@/web/components/scrolling/ScrollArea'
import { formatIsoDay } from '@/web/format/dates'
import { getDateFormat } from '@/web/i18n/formats'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { formatTotal } from '@/web/totals/measures'
import { createYearLines, selectSport, type YearLine } from '@/web/totals/period-totals'
import tables from './SportTable.module.css'
import type { StatisticsOptions } from './StatisticsControls'
import classes from './YearsPanel.module.css'

const YEARS = 3

/** Compares this year with previous ones: cumulative totals by month. */
export function YearsPanel({ profile, options }: { profile: Profile; options: StatisticsOptions }) {
  const preferences = usePreferences()
  const { measure, sport } = options
  const today = formatIsoDay(new Date(), preferences)
  const year = Number(today.slice(0, 4))
  const request = { time: 'month', from: `${year - YEARS + 1}-01-01`, to: `${year}-12-31` }
  const { data, error, refetch } = useQuery({
    ...periodTotalsQuery(profile.username, request),
    placeholderData: keepPreviousData,
  })
  const lines = data
    ? createYearLines(selectSport(data, sport), { today, count: YEARS, measure }).filter(
        ({ values }) => (values.at(-1) ?? 0) > 0,
      )
    : []
  const write = (value: number) =>
    formatTotal(measure, value, { ...preferences, sportId: Number(sport) || undefined })
  return (
    <Panel title={t('stats.years.title')} text={t('stats.years.text')}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {data && lines.length === 0 && <p>{t('stats.nothing')}</p>}
      {lines.length > 0 && options.table && <YearTable lines={lines} write={write} />}
      {lines.length > 0 && !options.table && <YearChart lines={lines} write={write} />}
    </Panel>
  )
}

const MONTHS = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0'))

/** The short name of a month. */
const monthName = (month: string, locale: string): string =>
  getDateFormat(locale, { month: 'short', timeZone: 'UTC' }).format(
    new Date(`2000-${month}-01T00:00:00Z`),
  )

function YearChart({
  lines,
  write,
}: {
  lines: readonly YearLine[]
  write: (value: number) => string
}) {
  const { locale } = usePreferences()
  const highest = Math.max(...lines.flatMap(({ values }) => values))
  const pathOf = (values: readonly number[]) =>
    [0, ...values].map((value, month) => `${month} ${(1 - value / highest) * 100}`).join(' L')
  return (
    <>
      <Legend label={t('stats.legend')}>
        {lines.map(({ year, values }, back) => (
          <LegendItem key={year} {...getLineStyle(back)}>
            {year}: <b>{write(values.at(-1) ?? 0)}</b>
          </LegendItem>
        ))}
      </Legend>
      <div className={classes.chart} aria-hidden="true">
        <span className={classes.highest}>{write(highest)}</span>
        <svg viewBox="0 0 12 100" preserveAspectRatio="none" aria-hidden="true">
          {lines.map(({ year, values }, back) => (
            <path
              key={year}
              style={getLineStroke(back)}
              d={`M${pathOf(values)}`}
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
        <ol>
          {MONTHS.map((month) => (
            <li key={month}>{monthName(month, locale)}</li>
          ))}
        </ol>
      </div>
    </>
  )
}

function YearTable({
  lines,
  write,
}: {
  lines: readonly YearLine[]
  write: (value: number) => string
}) {
  const preferences = usePreferences()
  return (
    <ScrollArea label={t('stats.tableOf', { title: t('stats.years.title') })}>
      <table className={tables.table}>
        <thead>
          <tr>
            <th scope="col">{t('stats.month')}</th>
            {lines.map(({ year }) => (
              <th key={year} scope="col">
                {year}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {MONTHS.map((month, index) => (
            <tr key={month}>
              <th scope="row">{monthName(month, preferences.locale)}</th>
              {lines.map(({ year, values }) => {
                const value = values[index]
                return <td key={year}>{value === undefined ? '–' : write(value)}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

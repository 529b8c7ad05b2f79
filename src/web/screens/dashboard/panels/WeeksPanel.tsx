import { useQuery } from '@tanstack/react-query'
import type { Profile } from '@/web/api/accounts/profile'
import { periodTotalsQuery } from '@/web/api/workouts/statistics'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { Panel } from '@/web/components/page/Panel'
import { formatDayName, formatIsoDay } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { countStreak } from '@/web/screens/dashboard/calendar-days'
import { usePreferences } from '@/web/state/preferences'
import { BarChart } from '@/web/totals/BarChart'
import { formatPeriodShort } from '@/web/totals/format-period'
import { createBars, formatTotal, type Measure } from '@/web/totals/measures'
import { getPeriodTotal, type Totals } from '@/web/totals/period-totals'
import { listPeriods } from '@/web/totals/periods'
import { computeUsualTotal, getUsualFrom } from '@/web/totals/usual-week'
import classes from './WeeksPanel.module.css'

/** Number of weeks to request; a streak is not counted further back. */
const YEAR = 52
const SHOWN = 8

/** Duration is the measure that all sports have. */
const BARS: Measure = 'total_duration'
const COMPARED = [BARS, 'total_distance'] as const

/**
 * This week compared with what is usual by the same weekday, a bar chart of the last weeks, and the number of
 * consecutive weeks with a workout.
 */
export function WeeksPanel({ profile: { username, weekm } }: { profile: Profile }) {
  const preferences = usePreferences()
  const time = weekm ? 'weekm' : 'week'
  const today = formatIsoDay(new Date(), preferences)
  const { names, from, to } = listPeriods(today, time, 0, YEAR)
  const { data, error, refetch } = useQuery(periodTotalsQuery(username, { time, from, to }))
  const streak = data ? countStreak(names, (name) => data[name] !== undefined) : 0
  return (
    <Panel title={t('weeks.title')}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {!data && !error && <div className={classes.waiting} />}
      {data && (
        <>
          <Compared username={username} fromMonday={weekm} week={data[names.at(-1) ?? '']} />
          <div className={classes.chart}>
            <BarChart
              label={t('weeks.bars')}
              bars={createBars(names.slice(-SHOWN), data, BARS)}
              measure={BARS}
              nameOf={(name) => formatPeriodShort(name, preferences)}
            />
          </div>
          {streak > 1 && (
            <p className={classes.streak}>
              {t(streak >= YEAR - 1 ? 'weeks.longStreak' : 'weeks.streak', { count: streak })}
            </p>
          )}
        </>
      )}
    </Panel>
  )
}

/** The totals of this week so far, each above what is usual by the same weekday. */
function Compared({
  username,
  fromMonday,
  week,
}: {
  username: string
  fromMonday: boolean
  /** Totals of this week by sport; undefined without workouts. */
  week: Totals[string] | undefined
}) {
  const preferences = usePreferences()
  const today = formatIsoDay(new Date(), preferences)
  const recent = { time: 'day', from: getUsualFrom(today, fromMonday), to: today }
  const { data: days } = useQuery(periodTotalsQuery(username, recent))
  return (
    <ul className={classes.figures}>
      {COMPARED.map((measure) => {
        const usual = days && computeUsualTotal(days, { today, fromMonday, measure })
        return (
          <li key={measure}>
            <strong>{formatTotal(measure, getPeriodTotal(week, measure), preferences)}</strong>
            <span>
              {usual === undefined
                ? '\u00a0'
                : t('weeks.usual', {
                    day: formatDayName(today, preferences),
                    value: formatTotal(measure, usual, preferences),
                  })}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

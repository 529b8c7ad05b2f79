import { useQuery } from '@tanstack/react-query'
import type { Profile } from '@/web/api/accounts/profile'
import { periodTotalsQuery } from '@/web/api/workouts/statistics'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { Panel } from '@/web/components/page/Panel'
import { formatIsoDay } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { BarChart } from '@/web/totals/BarChart'
import { formatPeriodShort } from '@/web/totals/format-period'
import { createBars, formatTotal, MEASURES, type Measure } from '@/web/totals/measures'
import { listPeriods } from '@/web/totals/periods'
import { countStreak } from './calendar-days'
import classes from './WeeksPanel.module.css'

/** Number of weeks to request; a streak is not counted further back. */
const YEAR = 52
const SHOWN = 12

/**
 * This week compared with the last one, a bar chart of the last twelve weeks, and the number of consecutive weeks with
 * a workout.
 */
export function WeeksPanel({ profile }: { profile: Profile }) {
  const preferences = usePreferences()
  const time = profile.weekm ? 'weekm' : 'week'
  const today = formatIsoDay(new Date(), preferences)
  const { names, from, to } = listPeriods(today, time, 0, YEAR)
  const { data, error, refetch } = useQuery(periodTotalsQuery(profile.username, { time, from, to }))
  const streak = data ? countStreak(names, (name) => data[name] !== undefined) : 0
  const measures = MEASURES.filter(
    ([measure]) => preferences.showAscent || measure !== 'total_ascent',
  )
  return (
    <Panel title={t('weeks.title')}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {!data && !error && <div className={classes.waiting} />}
      {data && (
        <>
          <dl className={classes.figures}>
            {measures.map(([measure, label]) => {
              const [before, now] = createBars(names.slice(-2), data, measure)
              return (
                <div key={measure}>
                  <dt>{t(label)}</dt>
                  <dd>{formatTotal(measure, now?.total ?? 0, preferences)}</dd>
                  <dd className={classes.before}>
                    {t('weeks.last', {
                      value: formatTotal(measure, before?.total ?? 0, preferences),
                    })}
                  </dd>
                </div>
              )
            })}
          </dl>
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

/** Duration is the measure that all sports have. */
const BARS: Measure = 'total_duration'

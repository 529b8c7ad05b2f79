import { useQuery } from '@tanstack/react-query'
import type { Profile } from '@/web/api/profile'
import { periodSumsQuery } from '@/web/api/statistics'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { Panel } from '@/web/components/Panel'
import { dayOf } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { BarChart } from '@/web/sums/BarChart'
import { barsOf, MEASURES, type Measure, measureText } from '@/web/sums/measures'
import { periodName } from '@/web/sums/period-name'
import { periodsUntil } from '@/web/sums/periods'
import { streakOf } from './calendar-days'
import classes from './WeeksPanel.module.css'

/** So many weeks are asked for: a streak is counted no further back. */
const YEAR = 52
const SHOWN = 12

/** This week beside the last, the twelve weeks up to it as bars, and for how many weeks there was something in each. */
export function WeeksPanel({ profile }: { profile: Profile }) {
  const preferences = usePreferences()
  const time = profile.weekm ? 'weekm' : 'week'
  const today = dayOf(new Date(), preferences)
  const { names, from, to } = periodsUntil(today, time, 0, YEAR)
  const { data, error, refetch } = useQuery(periodSumsQuery(profile.username, { time, from, to }))
  const streak = data ? streakOf(names, (name) => data[name] !== undefined) : 0
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
              const [before, now] = barsOf(names.slice(-2), data, measure)
              return (
                <div key={measure}>
                  <dt>{t(label)}</dt>
                  <dd>{measureText(measure, now?.sum ?? 0, preferences)}</dd>
                  <dd className={classes.before}>
                    {t('weeks.last', {
                      value: measureText(measure, before?.sum ?? 0, preferences),
                    })}
                  </dd>
                </div>
              )
            })}
          </dl>
          <div className={classes.chart}>
            <BarChart
              label={t('weeks.bars')}
              bars={barsOf(names.slice(-SHOWN), data, BARS)}
              measure={BARS}
              nameOf={(name) => periodName(name, preferences)}
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

/** Time is what all sports have in common. */
const BARS: Measure = 'total_duration'

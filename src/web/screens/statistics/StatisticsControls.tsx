import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { distanceOf } from '@/domain/reference/sport-distance'
import { sportsQuery } from '@/web/api/accounts/sports'
import { sportTotalsQuery } from '@/web/api/workouts/statistics'
import { SegmentedControl } from '@/web/components/numbers/SegmentedControl'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { type Measure, measuresOf } from '@/web/totals/measures'
import classes from './TimePanel.module.css'

/** What the statistics show, and how. */
export type StatisticsOptions = {
  /** Id of the only sport to include; empty for all. */
  sport: string
  measure: Measure
  /** Whether to show tables instead of charts. */
  table: boolean
}

/** Chooses a sport. Sports without distance show their time instead. */
const withSport = (options: StatisticsOptions, sport: string): StatisticsOptions => ({
  ...options,
  sport,
  ...(distanceOf(Number(sport)) === 'never' &&
    options.measure !== 'total_workouts' && { measure: 'total_duration' }),
})

/** The options that apply to all panels of the statistics. */
export function StatisticsControls({
  username,
  options,
  onChange,
}: {
  username: string
  options: StatisticsOptions
  onChange: (options: StatisticsOptions) => void
}) {
  const preferences = usePreferences()
  const { data: sports = [] } = useQuery(sportsQuery)
  const { data: done = {} } = useQuery(sportTotalsQuery(username))
  const measures = measuresOf({ ...preferences, sportId: Number(options.sport) || undefined })
  return (
    <div className={classes.controls}>
      <Select
        w={230}
        aria-label={t('add.sport')}
        placeholder={t('stats.allSports')}
        data={sports
          .filter(({ id }) => done[id] !== undefined)
          .map(({ id, label }) => ({ value: String(id), label }))}
        value={options.sport === '' ? null : options.sport}
        onChange={(sport) => onChange(withSport(options, sport ?? ''))}
        clearable
        clearButtonProps={{ 'aria-label': t('stats.allSports') }}
      />
      <SegmentedControl
        label={t('stats.measure')}
        value={options.measure}
        onChange={(measure) => onChange({ ...options, measure })}
        data={measures.map(([value, label]) => ({ value, label: t(label) }))}
      />
      <SegmentedControl
        label={t('stats.look')}
        value={options.table ? 'table' : 'chart'}
        onChange={(look) => onChange({ ...options, table: look === 'table' })}
        data={[
          { value: 'chart', label: t('stats.chart') },
          { value: 'table', label: t('stats.table') },
        ]}
      />
    </div>
  )
}

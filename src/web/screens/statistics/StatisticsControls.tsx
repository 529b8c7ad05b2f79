import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sportsQuery } from '@/web/api/accounts/sports'
import { sportTotalsQuery } from '@/web/api/workouts/statistics'
import { SegmentedControl } from '@/web/components/numbers/SegmentedControl'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { MEASURES, type Measure } from '@/web/totals/measures'
import classes from './TimePanel.module.css'

/** What the statistics show, and how. */
export type StatisticsOptions = {
  /** Id of the only sport to include; empty for all. */
  sport: string
  measure: Measure
  /** Whether to show tables instead of charts. */
  table: boolean
}

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
  const { showAscent } = usePreferences()
  const { data: sports = [] } = useQuery(sportsQuery)
  const { data: done = {} } = useQuery(sportTotalsQuery(username))
  const measures = MEASURES.filter(([measure]) => showAscent || measure !== 'total_ascent')
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
        onChange={(sport) => onChange({ ...options, sport: sport ?? '' })}
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

import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sportsQuery } from '@/web/api/sports'
import { sportSumsQuery } from '@/web/api/statistics'
import { Segments } from '@/web/components/Segments'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { MEASURES, type Measure } from '@/web/sums/measures'
import classes from './TimePanel.module.css'

/** What of the statistics is shown, and how. */
export type Wishes = {
  /** Id of the only sport to add up; empty for all. */
  sport: string
  measure: Measure
  /** Numbers in a table in place of a chart. */
  table: boolean
}

/** The choices that all panels of the statistics follow. */
export function StatisticsControls({
  username,
  wishes,
  onChange,
}: {
  username: string
  wishes: Wishes
  onChange: (wishes: Wishes) => void
}) {
  const { showAscent } = usePreferences()
  const { data: sports = [] } = useQuery(sportsQuery)
  const { data: done = {} } = useQuery(sportSumsQuery(username))
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
        value={wishes.sport === '' ? null : wishes.sport}
        onChange={(sport) => onChange({ ...wishes, sport: sport ?? '' })}
        clearable
        clearButtonProps={{ 'aria-label': t('stats.allSports') }}
      />
      <Segments
        label={t('stats.measure')}
        value={wishes.measure}
        onChange={(measure) => onChange({ ...wishes, measure })}
        data={measures.map(([value, label]) => ({ value, label: t(label) }))}
      />
      <Segments
        label={t('stats.look')}
        value={wishes.table ? 'table' : 'chart'}
        onChange={(look) => onChange({ ...wishes, table: look === 'table' })}
        data={[
          { value: 'chart', label: t('stats.chart') },
          { value: 'table', label: t('stats.table') },
        ]}
      />
    </div>
  )
}

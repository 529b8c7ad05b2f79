import { useQuery } from '@tanstack/react-query'
import { hasDistance } from '@/domain/reference/sport-distance'
import { sportsQuery } from '@/web/api/accounts/sports'
import { type SportTotals, sportTotalsQuery } from '@/web/api/workouts/statistics'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { QuantityText } from '@/web/components/numbers/QuantityText'
import { Panel } from '@/web/components/page/Panel'
import { SportMedal } from '@/web/components/people/SportMedal'
import { ScrollArea } from '@/web/components/scrolling/ScrollArea'
import { formatHours } from '@/web/format/duration'
import { formatCount, formatHeight } from '@/web/format/quantity'
import { formatAverage } from '@/web/format/speed'
import { formatSportDistance } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import { type Preferences, usePreferences } from '@/web/state/preferences'
import classes from './SportTable.module.css'

const COLUMNS = [
  'dashboard.workouts',
  'stat.distance',
  'stat.moving',
  'stat.ascent',
  'stat.average',
] as const

function formatCells(sportId: number, sums: SportTotals, preferences: Preferences) {
  const { average_speed: ave_speed, average_pace: ave_pace } = sums
  const moves = hasDistance({ sport_id: sportId, distance: sums.total_distance })
  return {
    'dashboard.workouts': formatCount(sums.total_workouts, '', preferences),
    'stat.distance': formatSportDistance(moves ? sums.total_distance : null, sportId, preferences),
    'stat.moving': {
      value: formatHours(Number(sums.total_duration), preferences.locale),
      unit: t('unit.h'),
    },
    'stat.ascent': formatHeight(moves ? sums.total_ascent : null, preferences),
    'stat.average': moves
      ? formatAverage({ sport_id: sportId, ave_speed, ave_pace }, preferences)
      : formatHeight(null, preferences),
  }
}

/** One row for each sport, most workouts first. */
export function SportTable({ username }: { username: string }) {
  const preferences = usePreferences()
  const columns = COLUMNS.filter((label) => preferences.showAscent || label !== 'stat.ascent')
  const { data: sports = [] } = useQuery(sportsQuery)
  const { data, error, refetch } = useQuery(sportTotalsQuery(username))
  const rows = Object.entries(data ?? {}).toSorted(
    ([, one], [, other]) => other.total_workouts - one.total_workouts,
  )
  return (
    <Panel title={t('stats.bySport')}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {data && rows.length === 0 && <p>{t('stats.nothing')}</p>}
      {rows.length > 0 && (
        <ScrollArea label={t('stats.tableOf', { title: t('stats.bySport') })}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('add.sport')}</th>
                {columns.map((label) => (
                  <th key={label} scope="col">
                    {t(label)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([id, sums]) => {
                const cells = formatCells(Number(id), sums, preferences)
                return (
                  <tr key={id}>
                    <th scope="row">
                      <span className={classes.sport}>
                        <SportMedal sportId={Number(id)} size={28} decorative />
                        {sports.find((sport) => sport.id === Number(id))?.label}
                      </span>
                    </th>
                    {columns.map((label) => (
                      <td key={label}>
                        <QuantityText quantity={cells[label]} />
                      </td>
                    ))}
                  </tr>
                )
              })}
            </tbody>
          </table>
        </ScrollArea>
      )}
    </Panel>
  )
}

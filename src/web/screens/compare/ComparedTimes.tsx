import type { Compared } from '@/web/api/routes'
import { type SeriesPreferences, writeAxis } from '@/web/charts/series-text'
import { NumberTable } from '@/web/components/NumberTable'
import { formatClock } from '@/web/format/duration'
import { t } from '@/web/i18n/text'
import classes from './Compare.module.css'
import { letterOf, readAt, tableRows, writeGap } from './compared-series'
import { WorkoutMark } from './WorkoutMark'

/** When each workout was where, and how far behind the first one: what the charts show, as numbers. */
export function ComparedTimes({
  workouts,
  xs,
  preferences,
}: {
  workouts: readonly Compared[]
  /** The axis in the reader's units. */
  xs: readonly number[]
  preferences: SeriesPreferences
}) {
  const write = writeAxis('distance', preferences)
  const rows = tableRows(xs)
  if (rows.length < 2) return null
  return (
    <NumberTable
      title={t('compare.times')}
      headings={[
        t('stat.distance'),
        ...workouts.map(({ workout }, index) => ({
          key: workout.id,
          cell: (
            <th key={workout.id} scope="col">
              <WorkoutMark index={index} />
            </th>
          ),
        })),
      ]}
    >
      {rows.map((row) => (
        <tr key={row.x}>
          <th scope="row">{write(Math.round(row.x * 10) / 10)}</th>
          {workouts.map(({ elapsed, gap }, index) => (
            <td key={letterOf(index)}>
              <Passing elapsed={readAt(elapsed, row)} gap={readAt(gap, row)} />
            </td>
          ))}
        </tr>
      ))}
    </NumberTable>
  )
}

/** A time since the start, and how far that is behind the first workout. */
function Passing({ elapsed, gap }: { elapsed: number | null; gap: number | null }) {
  if (elapsed === null) return '–'
  return (
    <>
      {formatClock(elapsed)}
      {gap !== null && <span className={classes.gap}>{writeGap(gap)}</span>}
    </>
  )
}

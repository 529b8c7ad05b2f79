import type { ComparedWorkout } from '@/web/api/workouts/comparison'
import { createAxisFormatter, type SeriesPreferences } from '@/web/charts/series-text'
import { NumberTable } from '@/web/components/numbers/NumberTable'
import { formatClock } from '@/web/format/duration'
import { t } from '@/web/i18n/text'
import classes from './Compare.module.css'
import { getLabel, readAt, tableRows, writeGap } from './compared-series'
import { WorkoutMark } from './WorkoutMark'

/**
 * A table of when each workout passed each distance, and how far it was behind the first one: the data of the charts as
 * numbers.
 */
export function ComparedTimes({
  workouts,
  xs,
  preferences,
}: {
  workouts: readonly ComparedWorkout[]
  /** Values of the x axis in the reader's units. */
  xs: readonly number[]
  preferences: SeriesPreferences
}) {
  const write = createAxisFormatter('distance', preferences)
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
            <td key={getLabel(index)}>
              <Passing elapsed={readAt(elapsed, row)} gap={readAt(gap, row)} />
            </td>
          ))}
        </tr>
      ))}
    </NumberTable>
  )
}

/** The elapsed time, and the gap to the first workout. */
function Passing({ elapsed, gap }: { elapsed: number | null; gap: number | null }) {
  if (elapsed === null) return '–'
  return (
    <>
      {formatClock(elapsed)}
      {gap !== null && <span className={classes.gap}>{writeGap(gap)}</span>}
    </>
  )
}

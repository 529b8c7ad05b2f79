import type { WorkoutFilters } from '@/web/api/workouts/workout-filters'
import { t } from '@/web/i18n/text'
import { ResultList } from '@/web/screens/workouts/ResultList'
import { BulkBar } from './BulkBar'
import classes from './SelectableList.module.css'
import { useSelection } from './use-selection'

/** The matching workouts with checkboxes, to edit or delete several together. */
export function SelectableList({
  filters,
  total,
  onDone,
}: {
  filters: WorkoutFilters
  total: number
  onDone: () => void
}) {
  const { selection, select, isReading, error, toggle, selectAll } = useSelection(filters, total)
  return (
    <>
      <BulkBar
        selection={selection}
        total={total}
        isReading={isReading}
        error={error}
        onSelect={select}
        onSelectAll={() => void selectAll()}
        onDone={onDone}
      />
      <ResultList
        filters={filters}
        total={total}
        check={(workout, index) => (
          <input
            type="checkbox"
            className={classes.check}
            aria-label={t('bulk.one', { title: workout.title || t('workout.untitled') })}
            checked={selection.has(workout.id)}
            onChange={({ nativeEvent }) =>
              void toggle(index, workout, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        )}
      />
    </>
  )
}

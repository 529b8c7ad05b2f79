import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { refreshRecording } from '@/web/api/workouts/edits'
import {
  editWorkout,
  refreshWorkouts,
  type Workout,
  workoutQuery,
} from '@/web/api/workouts/workouts'
import { describeError } from '@/web/components/feedback/describe-error'
import { t } from '@/web/i18n/text'
import { showMessage } from '@/web/state/messages'

/** New values of a workout: as fields of the request, and as the page shows them until the server responds. */
interface InPlaceChange {
  fields: Record<string, unknown>
  shown: Partial<Workout>
}

/**
 * Saves a change that was made on the page of a workout. The page shows it at once, and a message offers to undo it. If
 * the server rejects it, the page shows the previous values again, and a message says why.
 */
async function saveInPlace(
  client: QueryClient,
  workoutId: string,
  change: InPlaceChange,
  /** The change that restores the previous values. */
  inverse: InPlaceChange,
): Promise<void> {
  const { queryKey } = workoutQuery(workoutId)
  const show = (values: Partial<Workout>) =>
    client.setQueryData(queryKey, (workout) => workout && { ...workout, ...values })
  // A response that is under way has the previous values.
  await client.cancelQueries({ queryKey, exact: true })
  show(change.shown)
  try {
    await editWorkout(workoutId, change.fields)
    showMessage({
      text: t('form.saved'),
      action: {
        label: t('inPlace.undo'),
        run: () => void saveInPlace(client, workoutId, inverse, change),
      },
    })
  } catch (error) {
    show(inverse.shown)
    showMessage({ text: t('inPlace.failed', { reason: describeError(error) }) })
  }
  // Another sport has other records, efforts and loads.
  if ('sport_id' in change.fields) await refreshRecording(client, workoutId)
  else {
    await client.invalidateQueries({ queryKey, exact: true })
    await refreshWorkouts(client)
  }
}

/**
 * Returns a function that saves new values of a workout: as fields of the request, and as the page shows them. The
 * previous values of the shown fields can be restored; pass `before` if the request needs them in another form.
 */
export function useInPlaceSave(workout: Workout) {
  const client = useQueryClient()
  return (
    fields: InPlaceChange['fields'],
    shown: Partial<Workout>,
    before?: InPlaceChange['fields'],
  ) => {
    const previous = Object.fromEntries(
      Object.keys(shown).map((key) => [key, workout[key as keyof Workout]]),
    ) as Partial<Workout>
    const inverse = { fields: before ?? withoutNulls(previous), shown: previous }
    void saveInPlace(client, workout.id, { fields, shown }, inverse)
  }
}

/** The API expects empty texts instead of null. */
const withoutNulls = (fields: InPlaceChange['fields']): InPlaceChange['fields'] =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, value ?? '']))

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
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
 * the server rejects it, the page shows the previous values again.
 *
 * @throws the error of the server.
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
        run: () => void saveInPlace(client, workoutId, inverse, change).catch(showError),
      },
    })
  } catch (error) {
    show(inverse.shown)
    throw error
  } finally {
    void refresh(client, workoutId, change)
  }
}

async function refresh(client: QueryClient, workoutId: string, change: InPlaceChange) {
  // Another sport has other records, efforts and loads.
  if ('sport_id' in change.fields) await refreshRecording(client, workoutId)
  else {
    await client.invalidateQueries({ queryKey: workoutQuery(workoutId).queryKey, exact: true })
    await refreshWorkouts(client)
  }
}

function showError(error: unknown): void {
  showMessage({ text: t('inPlace.failed', { reason: describeError(error) }) })
}

/**
 * Returns a function that saves new values of a workout: as fields of the request, and as the page shows them. The
 * previous values of the shown fields can be restored; pass `before` if the request needs them in another form. The
 * function rejects if the server rejects the values.
 */
export function useTextSave(workout: Workout) {
  const client = useQueryClient()
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return (
    fields: InPlaceChange['fields'],
    shown: Partial<Workout>,
    before?: InPlaceChange['fields'],
  ) => {
    const previous = Object.fromEntries(
      Object.keys(shown).map((key) => [key, workout[key as keyof Workout]]),
    ) as Partial<Workout>
    const inverse = { fields: before ?? withoutNulls(previous), shown: previous }
    return saveInPlace(client, workout.id, { fields, shown }, inverse).catch((error: unknown) => {
      // The field that would show the error is gone.
      if (!isShown.current) showError(error)
      throw error
    })
  }
}

/** Like `useTextSave`, for values that are chosen: a message says why the server rejected one. */
export function useInPlaceSave(workout: Workout) {
  const save = useTextSave(workout)
  return (...change: Parameters<typeof save>) => void save(...change).catch(showError)
}

/** The API expects empty texts instead of null. */
const withoutNulls = (fields: InPlaceChange['fields']): InPlaceChange['fields'] =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, value ?? '']))

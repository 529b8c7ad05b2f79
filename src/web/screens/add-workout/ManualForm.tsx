import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  createManualWorkout,
  type ManualWorkout,
  refreshWorkouts,
} from '@/web/api/workouts/workouts'
import { Form } from '@/web/components/forms/Form'
import { SportPicker } from '@/web/components/forms/SportPicker'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { MeasuredFields } from '@/web/workout-form/MeasuredFields'
import { TextFields } from '@/web/workout-form/TextFields'
import {
  MANUAL_RULES,
  newWorkoutFields,
  toManualNumbers,
  type WorkoutFields,
  withSport,
} from '@/web/workout-form/workout-fields'
import { getLastSport, storeLastSport } from './last-choices'

/** The request for a new workout. Empty fields are omitted, so the server's defaults apply. */
function toManualWorkout(
  fields: WorkoutFields,
  numbers: ReturnType<typeof toManualNumbers>,
): ManualWorkout {
  const { ascent, descent, calories, ...measured } = numbers
  const { title, description, notes, equipment } = fields
  return {
    sport_id: fields.sport,
    ...measured,
    ...(ascent !== null && descent !== null && { ascent, descent }),
    ...(calories !== null && { calories }),
    ...(title && { title }),
    ...(description && { description }),
    ...(notes && { notes }),
    ...(equipment !== null && { equipment_ids: equipment }),
  }
}

/** Adds a workout that was not recorded. */
export function ManualForm() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const preferences = usePreferences()
  const form = useForm({
    initialValues: newWorkoutFields(preferences, getLastSport()),
    validate: MANUAL_RULES,
  })
  const entry = useMutation({
    mutationFn: createManualWorkout,
    onSuccess: async (workoutId) => {
      await navigate({ to: '/workouts/$workoutId', params: { workoutId } })
      await refreshWorkouts(client)
    },
  })
  const save = form.onSubmit((fields) => {
    if (fields.sport !== null) storeLastSport(fields.sport)
    entry.mutate(toManualWorkout(fields, toManualNumbers(fields, preferences)))
  })
  return (
    <Form submit={t('nav.add')} saving={entry} onSubmit={save}>
      <SportPicker
        value={form.values.sport}
        error={form.errors.sport}
        disabled={entry.isPending}
        onChange={(sport) => form.setValues(withSport(form.values, sport, preferences))}
      />
      <MeasuredFields form={form} />
      <TextFields form={form} />
    </Form>
  )
}

import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { enterWorkout, refreshWorkouts } from '@/web/api/workouts'
import { SaveForm } from '@/web/components/SaveForm'
import { SportPicker } from '@/web/components/SportPicker'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { MeasuredFields } from '@/web/workout-form/MeasuredFields'
import { TextFields } from '@/web/workout-form/TextFields'
import {
  MANUAL_RULES,
  manualNumbersOf,
  newWorkoutFields,
  withSport,
} from '@/web/workout-form/workout-fields'
import { manualEntryOf } from './manual-entry'
import { rememberedSport, rememberSport } from './remembered-sport'

/** Adds a workout that nothing has recorded. */
export function ManualForm() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const preferences = usePreferences()
  const form = useForm({
    initialValues: newWorkoutFields(preferences, rememberedSport()),
    validate: MANUAL_RULES,
  })
  const entry = useMutation({
    mutationFn: enterWorkout,
    onSuccess: async (workoutId) => {
      await navigate({ to: '/workouts/$workoutId', params: { workoutId } })
      await refreshWorkouts(client)
    },
  })
  const save = form.onSubmit((fields) => {
    if (fields.sport !== null) rememberSport(fields.sport)
    entry.mutate(manualEntryOf(fields, manualNumbersOf(fields, preferences)))
  })
  return (
    <SaveForm submit={t('nav.add')} saving={entry} onSubmit={save}>
      <SportPicker
        value={form.values.sport}
        error={form.errors.sport}
        disabled={entry.isPending}
        onChange={(sport) => form.setValues(withSport(form.values, sport, preferences))}
      />
      <MeasuredFields form={form} />
      <TextFields form={form} />
    </SaveForm>
  )
}

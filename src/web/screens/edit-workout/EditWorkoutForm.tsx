import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { editWorkout, refreshWorkouts, type Workout } from '@/web/api/workouts'
import { Panel } from '@/web/components/Panel'
import { SaveForm } from '@/web/components/SaveForm'
import { SportPicker } from '@/web/components/SportPicker'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { MeasuredFields } from '@/web/workout-form/MeasuredFields'
import { TextFields } from '@/web/workout-form/TextFields'
import { workoutChanges } from '@/web/workout-form/workout-changes'
import { MANUAL_RULES, withSport, workoutFieldsOf } from '@/web/workout-form/workout-fields'
import { RecordedFields } from './RecordedFields'

/** The form of a workout; what was changed is sent, then the workout is shown. */
export function EditWorkoutForm({ workout }: { workout: Workout }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const preferences = usePreferences()
  const withFile = workout.original_file !== null
  // What the form began with: the workout may be asked for again, changed elsewhere meanwhile.
  const [before] = useState(() => workoutFieldsOf(workout, preferences))
  const form = useForm({
    initialValues: before,
    validate: withFile ? {} : MANUAL_RULES,
  })
  const show = () => navigate({ to: '/workouts/$workoutId', params: { workoutId: workout.id } })
  const saving = useMutation({
    mutationFn: (fields: typeof before) =>
      editWorkout(workout.id, workoutChanges(before, fields, { withFile, preferences })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['workout', workout.id] })
      await show()
      await refreshWorkouts(client)
    },
  })
  return (
    <SaveForm saving={saving} onSubmit={form.onSubmit((fields) => saving.mutate(fields))}>
      <Panel title={t('edit.workout')}>
        <SportPicker
          value={form.values.sport}
          disabled={saving.isPending}
          onChange={(sport) => form.setValues(withSport(form.values, sport, preferences))}
        />
        <TextFields form={form} />
      </Panel>
      {!withFile && (
        <Panel title={t('workout.numbers')}>
          <MeasuredFields form={form} />
        </Panel>
      )}
      <RecordedFields form={form} withFile={withFile} />
    </SaveForm>
  )
}

import { type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { configQuery } from '@/web/api/accounts/config'
import { editWorkout, refreshWorkouts, type Workout } from '@/web/api/workouts/workouts'
import { Choice } from '@/web/components/forms/Choice'
import { listElevationOptions } from '@/web/components/forms/elevation-options'
import { FieldPair } from '@/web/components/forms/FieldPair'
import { Form } from '@/web/components/forms/Form'
import { SportPicker } from '@/web/components/forms/SportPicker'
import { VisibilityChoice } from '@/web/components/forms/VisibilityChoice'
import { Panel } from '@/web/components/page/Panel'
import { t } from '@/web/i18n/text'
import { findDraft, saveDraft } from '@/web/state/drafts'
import { usePreferences } from '@/web/state/preferences'
import { MeasuredFields } from '@/web/workout-form/MeasuredFields'
import { TextFields } from '@/web/workout-form/TextFields'
import { workoutChanges } from '@/web/workout-form/workout-changes'
import {
  MANUAL_RULES,
  toWorkoutFields,
  type WorkoutFields,
  withSport,
} from '@/web/workout-form/workout-fields'

/** The form to edit a workout. Sends only changed fields, then opens the workout. */
export function EditWorkoutForm({ workout }: { workout: Workout }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const preferences = usePreferences()
  const withFile = workout.original_file !== null
  // The initial values: the query may refetch the workout and return changes made elsewhere.
  const [before] = useState(() => toWorkoutFields(workout, preferences))
  const draft = `description.${workout.id}`
  const form = useForm({
    initialValues: { ...before, description: findDraft(draft) ?? before.description },
    validate: withFile ? {} : MANUAL_RULES,
    onValuesChange: ({ description }) =>
      saveDraft(draft, description === before.description ? '' : description),
  })
  const show = () => navigate({ to: '/workouts/$workoutId', params: { workoutId: workout.id } })
  const saving = useMutation({
    mutationFn: (fields: typeof before) =>
      editWorkout(workout.id, workoutChanges(before, fields, { withFile, preferences })),
    onSuccess: async () => {
      saveDraft(draft, '')
      await client.invalidateQueries({ queryKey: ['workout', workout.id] })
      await show()
      await refreshWorkouts(client)
    },
  })
  return (
    <Form
      saving={saving}
      isDraft={form.getInitialValues().description !== before.description}
      onSubmit={form.onSubmit((fields) => saving.mutate(fields))}
      onDiscard={() => saveDraft(draft, '')}
    >
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
    </Form>
  )
}

/** Visibility of the workout and, for recorded ones, of its parts; and the source of its elevations. */
function RecordedFields({
  form,
  withFile,
}: {
  form: UseFormReturnType<WorkoutFields>
  withFile: boolean
}) {
  const sources = listElevationOptions(useQuery(configQuery).data)
  const { values, setFieldValue: set } = form
  return (
    <Panel title={t('prefs.visibility')}>
      <FieldPair>
        <VisibilityChoice
          label={t('edit.workout')}
          value={values.visibility}
          onChange={(level) => set('visibility', level)}
        />
        <VisibilityChoice
          label={t('photos.title')}
          value={values.photos}
          onChange={(level) => set('photos', level)}
        />
        {withFile && (
          <>
            <VisibilityChoice
              label={t('level.analysis')}
              value={values.analysis}
              onChange={(level) => set('analysis', level)}
            />
            <VisibilityChoice
              label={t('level.map')}
              value={values.map}
              onChange={(level) => set('map', level)}
            />
          </>
        )}
        {withFile && sources.length > 1 && (
          <Choice
            label={t('edit.elevation')}
            options={sources}
            value={values.elevation}
            onChange={(source) => set('elevation', source)}
          />
        )}
      </FieldPair>
    </Panel>
  )
}

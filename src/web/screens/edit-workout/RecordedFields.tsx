import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '@/web/api/config'
import { Choice } from '@/web/components/Choice'
import { elevationOptions } from '@/web/components/elevation-options'
import { levelOptions } from '@/web/components/level-options'
import { Panel } from '@/web/components/Panel'
import { FieldPair } from '@/web/components/SaveForm'
import { t } from '@/web/i18n/text'
import type { WorkoutFields } from '@/web/workout-form/workout-fields'

/** Who may see the workout, and for recorded ones its parts; where its altitudes come from. */
export function RecordedFields({
  form,
  withFile,
}: {
  form: UseFormReturnType<WorkoutFields>
  withFile: boolean
}) {
  const sources = elevationOptions(useQuery(configQuery).data)
  const { values, setFieldValue: set } = form
  return (
    <Panel title={t('prefs.visibility')}>
      <FieldPair>
        <Choice
          label={t('edit.workout')}
          options={levelOptions()}
          value={values.visibility}
          onChange={(level) => set('visibility', level)}
        />
        {withFile && (
          <>
            <Choice
              label={t('level.analysis')}
              options={levelOptions()}
              value={values.analysis}
              onChange={(level) => set('analysis', level)}
            />
            <Choice
              label={t('level.map')}
              options={levelOptions()}
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

import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '@/web/api/config'
import { Choice } from '@/web/components/Choice'
import { elevationOptions } from '@/web/components/elevation-options'
import { LevelChoice } from '@/web/components/LevelChoice'
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
        <LevelChoice
          label={t('edit.workout')}
          value={values.visibility}
          onChange={(level) => set('visibility', level)}
        />
        {withFile && (
          <>
            <LevelChoice
              label={t('level.analysis')}
              value={values.analysis}
              onChange={(level) => set('analysis', level)}
            />
            <LevelChoice
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

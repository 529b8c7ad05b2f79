import { useQuery } from '@tanstack/react-query'
import { configQuery } from '@/web/api/config'
import { Choice } from '@/web/components/Choice'
import { elevationOptions } from '@/web/components/elevation-options'
import { Panel } from '@/web/components/Panel'
import { FieldPair } from '@/web/components/SaveForm'
import { t } from '@/web/i18n/text'
import type { PreferenceForm } from './preference-fields'
import { Toggles } from './Toggles'

const FLAGS = [
  ['start_elevation_at_zero', 'prefs.fromZero'],
  ['split_workout_charts', 'prefs.splitCharts'],
  ['use_raw_gpx_speed', 'prefs.rawSpeed'],
] as const

/** How recordings are read and drawn. */
export function RecordingPanel({ form }: { form: PreferenceForm }) {
  const { data: config } = useQuery(configQuery)
  const { values, setFieldValue: set } = form
  const sources = elevationOptions(config)
  return (
    <Panel title={t('prefs.recordings')}>
      <FieldPair>
        <Choice
          label={t('prefs.segments')}
          description={t('prefs.segmentsHint')}
          options={[
            { value: 'all', label: t('prefs.segmentsAll') },
            { value: 'only_manual', label: t('prefs.segmentsManual') },
            { value: 'none', label: t('prefs.segmentsNone') },
          ]}
          value={values.segments_creation_event}
          onChange={(event) => set('segments_creation_event', event)}
        />
        {sources.length > 1 && (
          <Choice
            label={t('prefs.elevation')}
            description={t('prefs.elevationHint')}
            options={sources}
            value={values.missing_elevations_processing}
            onChange={(source) => set('missing_elevations_processing', source)}
          />
        )}
      </FieldPair>
      <Toggles form={form} flags={FLAGS} />
    </Panel>
  )
}

import { LevelChoice } from '@/web/components/LevelChoice'
import { Panel } from '@/web/components/Panel'
import { FieldPair } from '@/web/components/SaveForm'
import { t } from '@/web/i18n/text'
import type { PreferenceForm } from './preference-fields'
import { Toggles } from './Toggles'

const FLAGS = [
  ['manually_approves_followers', 'prefs.approve'],
  ['hide_profile_in_users_directory', 'prefs.hide'],
] as const

const PARTS = [
  ['workouts_visibility', 'level.workouts'],
  ['analysis_visibility', 'level.analysis'],
  ['map_visibility', 'level.map'],
  ['hr_visibility', 'level.hr'],
  ['calories_visibility', 'level.calories'],
] as const

/** Who may see new workouts and their parts, and who may follow. */
export function VisibilityPanel({ form }: { form: PreferenceForm }) {
  return (
    <Panel title={t('prefs.visibility')} text={t('prefs.visibilityHint')}>
      <FieldPair>
        {PARTS.map(([name, label]) => (
          <LevelChoice
            key={name}
            label={t(label)}
            value={form.values[name]}
            onChange={(level) => form.setFieldValue(name, level)}
          />
        ))}
      </FieldPair>
      <Toggles form={form} flags={FLAGS} />
    </Panel>
  )
}

import { useForm } from '@mantine/form'
import { type Profile, savePreferences } from '@/web/api/profile'
import { Page } from '@/web/components/Page'
import { Panel } from '@/web/components/Panel'
import { SaveForm } from '@/web/components/SaveForm'
import { SingleKeysSwitch } from '@/web/components/SingleKeysSwitch'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/preferences'
import { useProfileSave } from '@/web/state/save-profile'
import { DisplayPanel } from './DisplayPanel'
import { NotificationSwitches } from './NotificationSwitches'
import { preferenceFieldsOf, unlessChanged } from './preference-fields'
import { RecordingPanel } from './RecordingPanel'
import { VisibilityPanel } from './VisibilityPanel'

/** How the account wants to see things, and who may see its own. */
export function PreferencesScreen() {
  const profile = useProfile()
  return (
    <Page title={t('settings.preferences')}>
      {profile && (
        <>
          <PreferencesForm key={profile.username} profile={profile} />
          <NotificationSwitches profile={profile} />
          <Panel title={t('keys.title')}>
            <SingleKeysSwitch />
          </Panel>
        </>
      )}
    </Page>
  )
}

function PreferencesForm({ profile }: { profile: Profile }) {
  const saving = useProfileSave(savePreferences)
  const form = useForm({ initialValues: preferenceFieldsOf(profile) })
  const save = form.onSubmit((fields) =>
    // The server holds the parts of a workout to the workout itself; the form shows what it made of the choice.
    saving.mutate(fields, {
      onSuccess: (saved) =>
        form.setValues(unlessChanged(form.getValues(), fields, preferenceFieldsOf(saved))),
    }),
  )
  return (
    <SaveForm saving={saving} onSubmit={save}>
      <DisplayPanel form={form} />
      <RecordingPanel form={form} />
      <VisibilityPanel form={form} />
    </SaveForm>
  )
}

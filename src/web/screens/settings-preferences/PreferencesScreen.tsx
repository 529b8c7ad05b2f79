import { Switch } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { configQuery } from '@/web/api/accounts/config'
import { type Profile, saveNotificationSwitches, savePreferences } from '@/web/api/accounts/profile'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { Choice } from '@/web/components/forms/Choice'
import { listElevationOptions } from '@/web/components/forms/elevation-options'
import { FieldPair } from '@/web/components/forms/FieldPair'
import { Form } from '@/web/components/forms/Form'
import { SingleKeysSwitch } from '@/web/components/forms/SingleKeysSwitch'
import { VisibilityChoice } from '@/web/components/forms/VisibilityChoice'
import { Page } from '@/web/components/page/Page'
import { Panel } from '@/web/components/page/Panel'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/profile'
import { useRole } from '@/web/state/role'
import { useProfileSave } from '@/web/state/save-profile'
import { DisplayPanel } from './DisplayPanel'
import { MeasurementsSection } from './MeasurementsSection'
import { OfflineSwitch } from './OfflineSwitch'
import { PushPanel } from './PushPanel'
import { type PreferenceForm, toPreferenceFields, unlessChanged } from './preference-fields'
import { Toggles } from './Toggles'

/** Display preferences of the account, and the visibility of its content. */
export function PreferencesScreen() {
  const profile = useProfile()
  return (
    <Page title={t('settings.preferences')}>
      {profile && (
        <>
          <PreferencesForm key={profile.username} profile={profile} />
          {/* The server does not accept these from suspended accounts. */}
          {!profile.suspended_at && (
            <>
              <NotificationSwitches profile={profile} />
              <PushPanel />
            </>
          )}
          <Panel title={t('offline.device')}>
            <OfflineSwitch />
          </Panel>
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
  const form = useForm({ initialValues: toPreferenceFields(profile) })
  const save = form.onSubmit((fields) =>
    // The server limits the visibility of a workout's parts to that of the workout; the form shows the stored values.
    saving.mutate(fields, {
      onSuccess: (saved) =>
        form.setValues(unlessChanged(form.getValues(), fields, toPreferenceFields(saved))),
    }),
  )
  return (
    <Form saving={saving} onSubmit={save}>
      <DisplayPanel form={form} />
      <RecordingPanel form={form} saved={profile} />
      <VisibilityPanel form={form} />
    </Form>
  )
}

const EVERYBODY = [
  ['follow', 'notify.follow'],
  ['follow_request', 'notify.followRequest'],
  ['follow_request_approved', 'notify.approved'],
  ['workout_like', 'notify.workoutLike'],
  ['workout_comment', 'notify.comment'],
  ['comment_like', 'notify.commentLike'],
  ['mention', 'notify.mention'],
  ['segment_best', 'notify.segmentBest'],
  ['segment_lead_lost', 'notify.segmentLeadLost'],
] as const

/** Sent by email. */
const MAILED = [['new_device', 'notify.newDevice']] as const

const STAFF = [['account_creation', 'notify.account']] as const

const MODERATORS = [['moderation_mails', 'notify.moderation']] as const

/** Switches for the types of notifications; each one is saved immediately. */
function NotificationSwitches({ profile }: { profile: Profile }) {
  const saving = useProfileSave(saveNotificationSwitches)
  const mails = useQuery(configQuery).data?.is_email_sending_enabled ?? false
  const moderates = useRole('moderator')
  const offered = [
    ...EVERYBODY,
    ...(profile.admin ? STAFF : []),
    ...(mails ? MAILED : []),
    ...(mails && moderates ? MODERATORS : []),
  ]
  const stored = profile.notification_preferences
  const wanted = Object.fromEntries(offered.map(([name]) => [name, stored[name] ?? true]))
  return (
    <Panel title={t('prefs.notifications')} text={t('prefs.notificationsHint')}>
      {offered.map(([name, label]) => (
        <Switch
          key={name}
          label={t(label)}
          size="md"
          checked={wanted[name] ?? true}
          disabled={saving.isPending}
          onChange={({ currentTarget }) =>
            saving.mutate({ ...wanted, [name]: currentTarget.checked })
          }
        />
      ))}
      <ErrorNote error={saving.error} />
    </Panel>
  )
}

const RECORDING_FLAGS = [
  ['split_workout_charts', 'prefs.splitCharts'],
  ['place_titles', 'prefs.placeTitles'],
  ['use_raw_gpx_speed', 'prefs.rawSpeed'],
] as const

/** How recordings are processed and displayed. */
function RecordingPanel({ form, saved }: { form: PreferenceForm; saved: Profile }) {
  const { data: config } = useQuery(configQuery)
  const { values, setFieldValue: set } = form
  const sources = listElevationOptions(config)
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
        <Choice
          label={t('measured.choice')}
          description={t('measured.choiceHint')}
          options={[
            { value: 'server', label: t('measured.choiceServer') },
            { value: 'device', label: t('measured.choiceDevice') },
            { value: 'fittrackee', label: t('measured.choiceFittrackee') },
          ]}
          value={values.measurements ?? 'server'}
          onChange={(choice) => set('measurements', choice === 'server' ? null : choice)}
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
      <Toggles form={form} flags={RECORDING_FLAGS} />
      {!saved.suspended_at && (
        <MeasurementsSection isSaved={values.measurements === saved.measurements} />
      )}
    </Panel>
  )
}

const PRIVACY_FLAGS = [
  ['manually_approves_followers', 'prefs.approve'],
  ['hide_profile_in_users_directory', 'prefs.hide'],
] as const

const PARTS = [
  ['workouts_visibility', 'level.workouts'],
  ['analysis_visibility', 'level.analysis'],
  ['map_visibility', 'level.map'],
  ['media_visibility', 'photos.title'],
  ['hr_visibility', 'level.hr'],
  ['calories_visibility', 'level.calories'],
] as const

/** Default visibility of new workouts and their parts, and who may follow. */
function VisibilityPanel({ form }: { form: PreferenceForm }) {
  return (
    <Panel title={t('prefs.visibility')} text={t('prefs.visibilityHint')}>
      <FieldPair>
        {PARTS.map(([name, label]) => (
          <VisibilityChoice
            key={name}
            label={t(label)}
            value={form.values[name]}
            onChange={(level) => form.setFieldValue(name, level)}
          />
        ))}
      </FieldPair>
      <Toggles form={form} flags={PRIVACY_FLAGS} />
      <Link to="/profile/privacy-zones">{t('privacyZones.preferences')}</Link>
    </Panel>
  )
}

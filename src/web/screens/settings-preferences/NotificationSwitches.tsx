import { Switch } from '@mantine/core'
import { type Profile, saveNotificationSwitches } from '@/web/api/profile'
import { ErrorNote } from '@/web/components/ErrorNote'
import { Panel } from '@/web/components/Panel'
import { t } from '@/web/i18n/text'
import { useProfileSave } from '@/web/state/save-profile'

const EVERYBODY = [
  ['follow', 'notify.follow'],
  ['follow_request', 'notify.followRequest'],
  ['follow_request_approved', 'notify.approved'],
  ['workout_like', 'notify.workoutLike'],
  ['workout_comment', 'notify.comment'],
  ['comment_like', 'notify.commentLike'],
  ['mention', 'notify.mention'],
] as const

const STAFF = [['account_creation', 'notify.account']] as const

/** Which notifications the account wants; each switch is saved at once. */
export function NotificationSwitches({ profile }: { profile: Profile }) {
  const saving = useProfileSave(saveNotificationSwitches)
  const offered = profile.admin ? [...EVERYBODY, ...STAFF] : EVERYBODY
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

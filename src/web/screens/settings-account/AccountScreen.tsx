import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deleteAccount, storageUseQuery } from '@/web/api/accounts/profile'
import { endSession } from '@/web/api/client/session'
import { ConfirmButton } from '@/web/components/feedback/ConfirmButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { Facts } from '@/web/components/numbers/Facts'
import { Page } from '@/web/components/page/Page'
import { Panel } from '@/web/components/page/Panel'
import { formatFileSize } from '@/web/format/file-size'
import { formatNumber } from '@/web/format/numbers'
import { formatQuantity } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useProfile } from '@/web/state/profile'
import { CredentialsForm } from './CredentialsForm'
import { ExportPanel } from './ExportPanel'
import { IdentitiesPanel } from './IdentitiesPanel'
import { PasskeysPanel } from './PasskeysPanel'
import { SessionsPanel } from './SessionsPanel'
import { TwoFactorPanel } from './TwoFactorPanel'
import { useHasPassword } from './use-has-password'

/**
 * Email address, password, two-factor login, passkeys, linked logins, sessions, storage, data export and deletion of the
 * account.
 */
export function AccountScreen() {
  const profile = useProfile()
  const hasPassword = useHasPassword()
  return (
    <Page title={t('settings.account')}>
      {profile && (
        <>
          <CredentialsForm key={profile.username} profile={profile} />
          {hasPassword && <TwoFactorPanel />}
          <PasskeysPanel />
          <IdentitiesPanel />
          <SessionsPanel />
          <ExportPanel />
          <StoragePanel />
          <DeleteAccount username={profile.username} />
        </>
      )}
    </Page>
  )
}

/** Deletes the account after a confirmation. */
function DeleteAccount({ username }: { username: string }) {
  const navigate = useNavigate()
  const deletion = useMutation({
    mutationFn: () => deleteAccount(username),
    onSuccess: async () => {
      endSession()
      await navigate({ to: '/login' })
    },
  })
  return (
    <Panel title={t('account.delete')} text={t('account.deleteText')}>
      <div>
        <ConfirmButton
          label={t('account.delete')}
          title={t('account.deleteTitle', { username })}
          text={t('account.deleteText')}
          confirm={t('account.delete')}
          action={deletion}
        />
      </div>
    </Panel>
  )
}

/** The storage that the account uses, compared with its quotas. */
function StoragePanel() {
  const preferences = usePreferences()
  const { data: use, error } = useQuery(storageUseQuery)
  const size = (bytes: number) => formatQuantity(formatFileSize(bytes, preferences))
  const count = (number: number) => formatNumber(number, 0, preferences.locale)
  return (
    <Panel title={t('storage.title')} text={t('storage.text')}>
      <ErrorNote error={error} />
      {use && (
        <Facts
          facts={[
            [t('storage.bytes'), withLimit(use.used.bytes, use.limits.bytes, size)],
            [t('storage.files'), withLimit(use.used.files, use.limits.files, count)],
            [t('storage.workouts'), withLimit(use.used.workouts, use.limits.workouts, count)],
          ]}
        />
      )}
    </Panel>
  )
}

const withLimit = (used: number, limit: number | null, write: (value: number) => string) =>
  limit === null ? write(used) : t('storage.ofLimit', { used: write(used), limit: write(limit) })

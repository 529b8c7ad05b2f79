import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { configQuery } from '@/web/api/accounts/config'
import { identitiesQuery } from '@/web/api/accounts/external-login'
import {
  deleteAccount,
  type Profile,
  saveAccount,
  storageUseQuery,
} from '@/web/api/accounts/profile'
import { ApiError } from '@/web/api/client/api-error'
import { endSession } from '@/web/api/client/session'
import { ConfirmButton } from '@/web/components/feedback/ConfirmButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { Notice } from '@/web/components/feedback/Notice'
import { ACCOUNT_RULES } from '@/web/components/forms/account-fields'
import { FieldPair } from '@/web/components/forms/FieldPair'
import { Form } from '@/web/components/forms/Form'
import { PasswordField } from '@/web/components/forms/PasswordField'
import { Facts } from '@/web/components/numbers/Facts'
import { Page } from '@/web/components/page/Page'
import { Panel } from '@/web/components/page/Panel'
import { withHint } from '@/web/components/validation/with-hint'
import { formatFileSize } from '@/web/format/file-size'
import { formatNumber } from '@/web/format/numbers'
import { formatQuantity } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useProfile } from '@/web/state/profile'
import { useProfileSave } from '@/web/state/save-profile'
import { ExportPanel } from './ExportPanel'
import { IdentitiesPanel } from './IdentitiesPanel'
import { NoPassword } from './NoPassword'
import { PasskeysPanel } from './PasskeysPanel'
import { SessionsPanel } from './SessionsPanel'
import { TwoFactorPanel } from './TwoFactorPanel'

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

/** Whether the account has a password; it is assumed until the response arrives. */
const useHasPassword = () => useQuery(identitiesQuery).data?.has_password ?? true

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

/** Changes the email address and the password; both require the current password, if there is one. */
function CredentialsForm({ profile }: { profile: Profile }) {
  const pending = profile.email_to_confirm
  const hasPassword = useHasPassword()
  const withPasswords = useQuery(configQuery).data?.login_methods.password ?? true
  const saving = useProfileSave(saveAccount)
  const form = useForm({
    initialValues: { email: profile.email ?? '', next: '', password: '' },
    validate: {
      email: ACCOUNT_RULES.email,
      next: (value) => (value === '' ? null : ACCOUNT_RULES.password(value)),
      password: (value) => (hasPassword && value === '' ? t('account.currentRule') : null),
    },
  })
  const save = form.onSubmit(({ email, next, password }) =>
    saving.mutate(
      { email, password, ...(next && { new_password: next }) },
      {
        onSuccess: () => form.setValues({ email, next: '', password: '' }),
        onError: (error) => {
          if (error instanceof ApiError && error.status === 401)
            form.setFieldError('password', t('account.wrongPassword'))
        },
      },
    ),
  )
  return (
    <Panel title={t('account.credentials')}>
      <Form saving={saving} onSubmit={save}>
        {!hasPassword && <NoPassword email={profile.email ?? ''} />}
        {pending && <Notice>{t('account.pendingEmail', { email: pending })}</Notice>}
        <TextInput
          label={t('account.email.label')}
          type="email"
          autoComplete="email"
          size="md"
          {...form.getInputProps('email')}
        />
        <FieldPair>
          {withPasswords && (
            <PasswordField
              label={t('account.newPassword')}
              autoComplete="new-password"
              required={false}
              {...(hasPassword
                ? withHint(form.getInputProps('next'), t('account.newPasswordHint'))
                : form.getInputProps('next'))}
            />
          )}
          {hasPassword && (
            <PasswordField
              label={t('account.currentPassword')}
              autoComplete="current-password"
              {...withHint(form.getInputProps('password'), t('account.currentHint'))}
            />
          )}
        </FieldPair>
      </Form>
    </Panel>
  )
}

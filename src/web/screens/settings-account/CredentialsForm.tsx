import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { configQuery } from '@/web/api/accounts/config'
import { type Profile, saveAccount } from '@/web/api/accounts/profile'
import { refreshTwoFactor, twoFactorQuery } from '@/web/api/accounts/two-factor'
import { ApiError, isCodeMissing, isCodeWrong } from '@/web/api/client/api-error'
import { Notice } from '@/web/components/feedback/Notice'
import { ACCOUNT_RULES } from '@/web/components/forms/account-fields'
import { FieldPair } from '@/web/components/forms/FieldPair'
import { Form } from '@/web/components/forms/Form'
import { PasswordField } from '@/web/components/forms/PasswordField'
import { CodeField } from '@/web/components/login/CodeField'
import { Panel } from '@/web/components/page/Panel'
import { withHint } from '@/web/components/validation/with-hint'
import { t } from '@/web/i18n/text'
import { useProfileSave } from '@/web/state/save-profile'
import { NoPassword } from './NoPassword'
import { useHasPassword } from './use-has-password'

/** What else the account requires for a change. */
interface Proofs {
  asksPassword: boolean
  asksCode: boolean
}

/**
 * Changes the email address and the password. Both require the current password, if there is one, and a code with
 * two-factor login.
 */
export function CredentialsForm({ profile }: { profile: Profile }) {
  const pending = profile.email_to_confirm
  const asksPassword = useHasPassword()
  const asksCode = useQuery(twoFactorQuery).data?.enabled_at != null && asksPassword
  const withPasswords = useQuery(configQuery).data?.login_methods.password ?? true
  const { form, saving, save } = useCredentials(profile, { asksPassword, asksCode })
  return (
    <Panel title={t('account.credentials')}>
      <Form saving={saving} onSubmit={save}>
        {!asksPassword && <NoPassword email={profile.email ?? ''} />}
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
              {...(asksPassword
                ? withHint(form.getInputProps('next'), t('account.newPasswordHint'))
                : form.getInputProps('next'))}
            />
          )}
          {asksPassword && (
            <PasswordField
              label={t('account.currentPassword')}
              autoComplete="current-password"
              {...withHint(form.getInputProps('password'), t('account.currentHint'))}
            />
          )}
        </FieldPair>
        {asksCode && (
          <CodeField {...withHint(form.getInputProps('code'), t('twoFactor.codeHint'))} />
        )}
      </Form>
    </Panel>
  )
}

function useCredentials(profile: Profile, { asksPassword, asksCode }: Proofs) {
  const client = useQueryClient()
  const saving = useProfileSave(saveAccount)
  const form = useForm({
    initialValues: { email: profile.email ?? '', next: '', password: '', code: '' },
    validate: {
      email: ACCOUNT_RULES.email,
      next: (value) => (value === '' ? null : ACCOUNT_RULES.password(value)),
      password: (value) => (asksPassword && value === '' ? t('account.currentRule') : null),
      code: (value) => (asksCode && value.trim() === '' ? t('twoFactor.codeRule') : null),
    },
  })
  const save = form.onSubmit(({ email, next, password, code }) =>
    saving.mutate(
      { email, password, ...(next && { new_password: next }), ...(asksCode && { code }) },
      {
        onSuccess: () => form.setValues({ email, next: '', password: '', code: '' }),
        onError: (error) => {
          if (isCodeWrong(error)) form.setFieldError('code', t('twoFactor.wrong'))
          else if (error instanceof ApiError && error.status === 401 && !isCodeMissing(error))
            form.setFieldError('password', t('account.wrongPassword'))
        },
        // A recovery code may have been used up, or two-factor login turned on elsewhere.
        onSettled: () => void refreshTwoFactor(client),
      },
    ),
  )
  return { form, saving, save }
}

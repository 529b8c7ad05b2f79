import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { isRefusal } from '@/web/api/api-error'
import { resetPassword } from '@/web/api/mail-links'
import { ACCOUNT_RULES } from '@/web/components/account-fields'
import { EntryCard } from '@/web/components/EntryCard'
import { EntryForm } from '@/web/components/EntryForm'
import { Notice } from '@/web/components/Notice'
import { PasswordField } from '@/web/components/PasswordField'
import { t } from '@/web/i18n/text'
import { endSession } from '@/web/state/session'

const route = getRouteApi('/password-reset')

/** Where the mail for a forgotten password leads: chooses a new one. */
export function ResetPasswordScreen() {
  const { token } = route.useSearch()
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: ACCOUNT_RULES.password },
  })
  // A new password ends all sessions, the one on this device too.
  const reset = useMutation({ mutationFn: resetPassword, onSuccess: endSession })
  const spent = !token || isRefusal(reset.error)
  return (
    <EntryCard title={t('reset.title')}>
      {reset.isSuccess && (
        <Notice>
          {t('reset.done')} <Link to="/login">{t('nav.logIn')}</Link>
        </Notice>
      )}
      {!reset.isSuccess && spent && (
        <Notice>
          {t('reset.spent')} <Link to="/password-reset/request">{t('reset.again')}</Link>
        </Notice>
      )}
      {!reset.isSuccess && !spent && (
        <EntryForm
          submit={t('reset.submit')}
          busy={reset.isPending}
          error={reset.error}
          onSubmit={form.onSubmit(({ password }) => reset.mutate({ token, password }))}
        >
          <PasswordField
            label={t('account.newPassword')}
            description={t('account.password.rule')}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
        </EntryForm>
      )}
    </EntryCard>
  )
}

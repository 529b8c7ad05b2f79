import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { resetPassword } from '@/web/api/accounts/account'
import { isRejected } from '@/web/api/client/api-error'
import { endSession } from '@/web/api/client/session'
import { Notice } from '@/web/components/feedback/Notice'
import { ACCOUNT_RULES } from '@/web/components/forms/account-fields'
import { Form } from '@/web/components/forms/Form'
import { PasswordField } from '@/web/components/forms/PasswordField'
import { FormCard } from '@/web/components/page/FormCard'
import { withHint } from '@/web/components/validation/with-hint'
import { t } from '@/web/i18n/text'

const route = getRouteApi('/password-reset')

/** The target of the link in the password reset email: sets a new password. */
export function ResetPasswordScreen() {
  const { token } = route.useSearch()
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: ACCOUNT_RULES.password },
  })
  // A new password ends all sessions, including the one on this device.
  const reset = useMutation({ mutationFn: resetPassword, onSuccess: () => endSession() })
  const spent = !token || isRejected(reset.error)
  return (
    <FormCard title={t('reset.title')}>
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
        <Form
          once
          guarded={false}
          submit={t('reset.submit')}
          saving={reset}
          onSubmit={form.onSubmit(({ password }) => reset.mutate({ token, password }))}
        >
          <PasswordField
            label={t('account.newPassword')}
            autoComplete="new-password"
            {...withHint(form.getInputProps('password'), t('account.password.rule'))}
          />
        </Form>
      )}
    </FormCard>
  )
}

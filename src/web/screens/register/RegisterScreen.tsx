import { Checkbox } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type RegisterInput, register } from '@/web/api/accounts/account'
import { configQuery } from '@/web/api/accounts/config'
import { Notice } from '@/web/components/feedback/Notice'
import { AccountInputs } from '@/web/components/forms/AccountInputs'
import {
  ACCOUNT_RULES,
  browserDefaults,
  EMPTY_ACCOUNT,
} from '@/web/components/forms/account-fields'
import { Form } from '@/web/components/forms/Form'
import { FormCard } from '@/web/components/page/FormCard'
import { Markdown } from '@/web/components/page/Markdown'
import { t } from '@/web/i18n/text'
import classes from './RegisterScreen.module.css'

/** Registers an account, which becomes active once its email address or an administrator confirms it. */
export function RegisterScreen() {
  const config = useQuery(configQuery).data
  const registration = useMutation({ mutationFn: register })
  if (registration.isSuccess) {
    const key = config?.is_email_sending_enabled ? 'register.checkMail' : 'register.waitForAdmin'
    return (
      <FormCard title={t('register.doneTitle')}>
        <Notice>{t(key)}</Notice>
      </FormCard>
    )
  }
  const isClosed = config?.is_registration_enabled === false
  return (
    <FormCard title={t('register.title')} {...(!isClosed && { lead: t('register.lead') })}>
      {isClosed ? (
        <Notice>{t('register.closed')}</Notice>
      ) : (
        <RegisterForm
          policy={config?.privacy_policy ?? null}
          busy={registration.isPending}
          error={registration.error}
          onSubmit={registration.mutate}
        />
      )}
    </FormCard>
  )
}

/** The registration form; shows the server's privacy policy if it has one. */
function RegisterForm({
  policy,
  busy,
  error,
  onSubmit,
}: {
  policy: string | null
  busy: boolean
  error: unknown
  onSubmit: (input: RegisterInput) => void
}) {
  const form = useForm({
    initialValues: { ...EMPTY_ACCOUNT, accepted_policy: false },
    validate: {
      ...ACCOUNT_RULES,
      accepted_policy: (accepted) => (accepted ? null : t('register.policyRule')),
    },
  })
  return (
    <Form
      once
      submit={t('register.submit')}
      saving={{ isPending: busy, error }}
      onSubmit={form.onSubmit((fields) => onSubmit({ ...fields, ...browserDefaults() }))}
    >
      <AccountInputs form={form} />
      {policy ? (
        <div className={classes.policy}>
          <Markdown text={policy} headings={2} />
        </div>
      ) : (
        <Link to="/privacy-policy" target="_blank">
          {t('privacy.title')}
        </Link>
      )}
      <Checkbox
        label={t(policy ? 'register.policy' : 'register.defaultPolicy')}
        {...form.getInputProps('accepted_policy', { type: 'checkbox' })}
      />
    </Form>
  )
}

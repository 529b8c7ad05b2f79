import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { requestPasswordReset, resendConfirmation } from '@/web/api/accounts/account'
import { configQuery } from '@/web/api/accounts/config'
import { Notice } from '@/web/components/feedback/Notice'
import { ACCOUNT_RULES } from '@/web/components/forms/account-fields'
import { EmailField } from '@/web/components/forms/EmailField'
import { Form } from '@/web/components/forms/Form'
import { FormCard } from '@/web/components/page/FormCard'
import { t } from '@/web/i18n/text'

interface EmailCardProps {
  title: string
  /** Instructions, shown unless the server cannot send email. */
  lead: string
  submit: string
  done: string
  send: (email: string) => Promise<void>
}

/**
 * A form that requests an email from the server. The result is the same whether the address is known or not, so that it
 * does not reveal accounts.
 */
function EmailCard({ title, lead, submit, done, send }: EmailCardProps) {
  const mail = useQuery(configQuery).data?.is_email_sending_enabled
  const form = useForm({ initialValues: { email: '' }, validate: { email: ACCOUNT_RULES.email } })
  const request = useMutation({ mutationFn: send })
  if (mail === false)
    return (
      <FormCard title={title}>
        <Notice>
          {t('mail.disabled')} <Link to="/login">{t('nav.logIn')}</Link>
        </Notice>
      </FormCard>
    )
  if (request.isSuccess)
    return (
      <FormCard title={title}>
        <Notice>{done}</Notice>
      </FormCard>
    )
  return (
    <FormCard title={title} lead={lead}>
      <Form
        once
        guarded={false}
        submit={submit}
        saving={request}
        onSubmit={form.onSubmit(({ email }) => request.mutate(email))}
      >
        <EmailField {...form.getInputProps('email')} />
      </Form>
    </FormCard>
  )
}

/** Requests an email to reset a forgotten password. */
export const RequestResetScreen = () => (
  <EmailCard
    title={t('resetRequest.title')}
    lead={t('resetRequest.lead')}
    submit={t('resetRequest.submit')}
    done={t('resetRequest.done')}
    send={requestPasswordReset}
  />
)

/** Requests a new confirmation link if the old one was lost or replaced. */
export const ResendConfirmationScreen = () => (
  <EmailCard
    title={t('resend.title')}
    lead={t('resend.lead')}
    submit={t('resend.submit')}
    done={t('resend.done')}
    send={resendConfirmation}
  />
)

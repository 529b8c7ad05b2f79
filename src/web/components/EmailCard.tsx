import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { configQuery } from '@/web/api/config'
import { t } from '@/web/i18n/text'
import { ACCOUNT_RULES } from './account-fields'
import { EmailField } from './EmailField'
import { EntryCard } from './EntryCard'
import { EntryForm } from './EntryForm'
import { Notice } from './Notice'

interface EmailCardProps {
  title: string
  /** Says what to enter, as long as something can be. */
  lead: string
  submit: string
  done: string
  send: (email: string) => Promise<void>
}

/** Asks for an address to which the server then writes. The answer is the same whether it knows the address or not. */
export function EmailCard({ title, lead, submit, done, send }: EmailCardProps) {
  const mail = useQuery(configQuery).data?.is_email_sending_enabled
  const form = useForm({ initialValues: { email: '' }, validate: { email: ACCOUNT_RULES.email } })
  const request = useMutation({ mutationFn: send })
  if (mail === false)
    return (
      <EntryCard title={title}>
        <Notice>
          {t('mail.disabled')} <Link to="/login">{t('nav.logIn')}</Link>
        </Notice>
      </EntryCard>
    )
  if (request.isSuccess)
    return (
      <EntryCard title={title}>
        <Notice>{done}</Notice>
      </EntryCard>
    )
  return (
    <EntryCard title={title} lead={lead}>
      <EntryForm
        submit={submit}
        busy={request.isPending}
        error={request.error}
        onSubmit={form.onSubmit(({ email }) => request.mutate(email))}
      >
        <EmailField {...form.getInputProps('email')} />
      </EntryForm>
    </EntryCard>
  )
}

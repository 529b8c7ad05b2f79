import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ACCOUNT_RULES } from '@/web/components/account-fields'
import { ErrorNote } from '@/web/components/ErrorNote'
import { t } from '@/web/i18n/text'
import classes from './MemberActions.module.css'
import { useMemberChange } from './use-member-change'

/** Gives an account another address, for somebody who lost theirs. */
export function NewEmailForm({
  username,
  email,
  mails,
}: {
  username: string
  email: string
  mails: boolean
}) {
  const change = useMemberChange(username)
  const form = useForm({ initialValues: { email }, validate: { email: ACCOUNT_RULES.email } })
  return (
    <form
      className={classes.inline}
      noValidate
      onSubmit={form.onSubmit((fields) => change.mutate({ new_email: fields.email }))}
    >
      <TextInput
        label={t('account.email.label')}
        description={t(mails ? 'members.emailConfirmed' : 'members.emailAtOnce')}
        type="email"
        size="md"
        {...form.getInputProps('email')}
      />
      <Button
        type="submit"
        variant="default"
        size="md"
        disabled={form.values.email === email}
        loading={change.isPending}
      >
        {t('members.changeEmail')}
      </Button>
      <ErrorNote error={change.error} />
    </form>
  )
}

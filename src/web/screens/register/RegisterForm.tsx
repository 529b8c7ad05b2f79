import { Checkbox, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import type { RegisterInput } from '@/web/api/accounts/account'
import { AccountInputs } from '@/web/components/forms/AccountInputs'
import {
  ACCOUNT_RULES,
  browserDefaults,
  EMPTY_ACCOUNT,
} from '@/web/components/forms/account-fields'
import { Form, type FormProps } from '@/web/components/forms/Form'
import { Markdown } from '@/web/components/page/Markdown'
import { withHint } from '@/web/components/validation/with-hint'
import { t } from '@/web/i18n/text'
import classes from './RegisterScreen.module.css'

const MAX_REASON_LENGTH = 1000

/** The registration form; shows the server's privacy policy if it has one. */
export function RegisterForm({
  invitation,
  needsReason,
  policy,
  saving,
  onSubmit,
}: {
  /** The invitation to register with; its address cannot be changed. */
  invitation: { token: string; email: string } | null
  /** Whether administrators approve accounts. */
  needsReason: boolean
  policy: string | null
  saving: FormProps['saving']
  onSubmit: (input: RegisterInput) => void
}) {
  const form = useForm({
    initialValues: {
      ...EMPTY_ACCOUNT,
      email: invitation?.email ?? '',
      reason: '',
      accepted_policy: false,
    },
    validate: {
      ...ACCOUNT_RULES,
      reason: (reason) => (needsReason && reason.trim() === '' ? t('register.reasonRule') : null),
      accepted_policy: (accepted) => (accepted ? null : t('register.policyRule')),
    },
  })
  const submit = form.onSubmit(({ reason, ...fields }) =>
    onSubmit({
      ...fields,
      ...browserDefaults(),
      ...(needsReason && { reason }),
      ...(invitation && { invitation: invitation.token }),
    }),
  )
  return (
    <Form once submit={t('register.submit')} saving={saving} onSubmit={submit}>
      <AccountInputs form={form} isEmailFixed={invitation !== null} />
      {needsReason && (
        <Textarea
          label={t('register.reason')}
          minRows={3}
          maxLength={MAX_REASON_LENGTH}
          autosize
          size="md"
          {...withHint(form.getInputProps('reason'), t('register.reasonRule'))}
        />
      )}
      <Policy text={policy} />
      <Checkbox
        label={t(policy ? 'register.policy' : 'register.defaultPolicy')}
        {...form.getInputProps('accepted_policy', { type: 'checkbox' })}
      />
    </Form>
  )
}

/** The privacy policy of this server, or a link to the default one. */
const Policy = ({ text }: { text: string | null }) =>
  text ? (
    <div className={classes.policy}>
      <Markdown text={text} headings={2} />
    </div>
  ) : (
    <Link to="/privacy-policy" target="_blank">
      {t('privacy.title')}
    </Link>
  )

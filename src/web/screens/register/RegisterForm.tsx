import { Checkbox } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import type { RegisterInput } from '@/web/api/account'
import { AccountInputs } from '@/web/components/AccountInputs'
import { ACCOUNT_RULES, browserDefaults, EMPTY_ACCOUNT } from '@/web/components/account-fields'
import { EntryForm } from '@/web/components/EntryForm'
import { Markdown } from '@/web/components/Markdown'
import { t } from '@/web/i18n/text'
import classes from './RegisterForm.module.css'

/** The fields of a registration; shows the server's own privacy policy when it has one. */
export function RegisterForm({
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
    <EntryForm
      submit={t('register.submit')}
      busy={busy}
      error={error}
      onSubmit={form.onSubmit((fields) => onSubmit({ ...fields, ...browserDefaults() }))}
    >
      <AccountInputs form={form} />
      {policy ? (
        <div className={classes.policy}>
          <Markdown text={policy} />
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
    </EntryForm>
  )
}

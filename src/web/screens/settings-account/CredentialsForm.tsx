import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Profile, saveAccount } from '@/web/api/profile'
import { ACCOUNT_RULES } from '@/web/components/account-fields'
import { Notice } from '@/web/components/Notice'
import { Panel } from '@/web/components/Panel'
import { PasswordField } from '@/web/components/PasswordField'
import { FieldPair, SaveForm } from '@/web/components/SaveForm'
import { t } from '@/web/i18n/text'
import { useProfileSave } from '@/web/state/save-profile'

/** Changes address and password; both need the present password. */
export function CredentialsForm({ profile }: { profile: Profile }) {
  const pending = profile.email_to_confirm
  const saving = useProfileSave(saveAccount)
  const form = useForm({
    initialValues: { email: profile.email ?? '', next: '', password: '' },
    validate: {
      email: ACCOUNT_RULES.email,
      next: (value) => (value === '' ? null : ACCOUNT_RULES.password(value)),
      password: (value) => (value === '' ? t('account.currentRule') : null),
    },
  })
  const save = form.onSubmit(({ email, next, password }) =>
    saving.mutate(
      { email, password, ...(next && { new_password: next }) },
      { onSuccess: () => form.setValues({ email, next: '', password: '' }) },
    ),
  )
  return (
    <Panel title={t('account.credentials')}>
      <SaveForm saving={saving} onSubmit={save}>
        {pending && <Notice>{t('account.pendingEmail', { email: pending })}</Notice>}
        <TextInput
          label={t('account.email.label')}
          type="email"
          autoComplete="email"
          size="md"
          {...form.getInputProps('email')}
        />
        <FieldPair>
          <PasswordField
            label={t('account.newPassword')}
            description={t('account.newPasswordHint')}
            autoComplete="new-password"
            required={false}
            {...form.getInputProps('next')}
          />
          <PasswordField
            label={t('account.currentPassword')}
            description={t('account.currentHint')}
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
        </FieldPair>
      </SaveForm>
    </Panel>
  )
}

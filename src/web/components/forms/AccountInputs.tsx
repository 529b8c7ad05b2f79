import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { withHint } from '@/web/components/validation/with-hint'
import { t } from '@/web/i18n/text'
import type { AccountFields } from './account-fields'
import { EmailField } from './EmailField'
import { PasswordField } from './PasswordField'

/** Username, email address and password of a new account. */
export function AccountInputs<Fields extends AccountFields>({
  form,
  isEmailFixed = false,
}: {
  form: Pick<UseFormReturnType<Fields>, 'getInputProps'>
  /** Whether the address cannot be edited. */
  isEmailFixed?: boolean
}) {
  return (
    <>
      <TextInput
        label={t('account.username.label')}
        autoComplete="username"
        autoCapitalize="none"
        size="md"
        required
        withAsterisk={false}
        {...withHint(form.getInputProps('username'), t('account.username.rule'))}
      />
      <EmailField readOnly={isEmailFixed} {...form.getInputProps('email')} />
      <PasswordField
        label={t('account.password.label')}
        autoComplete="new-password"
        {...withHint(form.getInputProps('password'), t('account.password.rule'))}
      />
    </>
  )
}

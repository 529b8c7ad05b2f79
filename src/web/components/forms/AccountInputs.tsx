import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { t } from '@/web/i18n/text'
import type { AccountFields } from './account-fields'
import { EmailField } from './EmailField'
import { PasswordField } from './PasswordField'

/** Username, email address and password of a new account. */
export function AccountInputs<Fields extends AccountFields>({
  form,
}: {
  form: Pick<UseFormReturnType<Fields>, 'getInputProps'>
}) {
  return (
    <>
      <TextInput
        label={t('account.username.label')}
        description={t('account.username.rule')}
        autoComplete="username"
        autoCapitalize="none"
        size="md"
        required
        withAsterisk={false}
        {...form.getInputProps('username')}
      />
      <EmailField {...form.getInputProps('email')} />
      <PasswordField
        label={t('account.password.label')}
        description={t('account.password.rule')}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
    </>
  )
}

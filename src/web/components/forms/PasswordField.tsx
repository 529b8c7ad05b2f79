import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { t } from '@/web/i18n/text'

/** A password field that can show the password. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t('account.password.show') }}
      size="md"
      required
      withAsterisk={false}
      {...props}
    />
  )
}

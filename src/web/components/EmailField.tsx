import { TextInput, type TextInputProps } from '@mantine/core'
import { t } from '@/web/i18n/text'

/** The address of an account, as the browser knows it. */
export function EmailField(props: TextInputProps) {
  return (
    <TextInput
      label={t('account.email.label')}
      type="email"
      autoComplete="email"
      size="md"
      required
      withAsterisk={false}
      {...props}
    />
  )
}

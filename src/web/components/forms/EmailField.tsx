import { TextInput, type TextInputProps } from '@mantine/core'
import { t } from '@/web/i18n/text'

/** A field for an email address that the browser can fill in. */
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

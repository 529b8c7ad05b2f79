import { TextInput, type TextInputProps } from '@mantine/core'
import { t } from '@/web/i18n/text'

/** A field for a code of an authenticator app, which the browser may fill in, or for a recovery code. */
export function CodeField(props: TextInputProps) {
  return (
    <TextInput
      label={t('twoFactor.code')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      size="md"
      required
      withAsterisk={false}
      {...props}
    />
  )
}

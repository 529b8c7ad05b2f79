import { useForm } from '@mantine/form'
import type { UseMutationResult } from '@tanstack/react-query'
import { ApiError } from '@/web/api/client/api-error'
import { Form } from '@/web/components/forms/Form'
import { PasswordField } from '@/web/components/forms/PasswordField'
import { t } from '@/web/i18n/text'

/** Confirms a change of the account with the current password, if the account has one. */
export function PasswordForm<Result>({
  text,
  submit,
  hasPassword,
  action,
}: {
  text: string
  submit: string
  hasPassword: boolean
  action: UseMutationResult<Result, Error, string>
}) {
  const form = useForm({
    initialValues: { password: '' },
    validate: {
      password: (value) => (hasPassword && value === '' ? t('account.currentRule') : null),
    },
  })
  return (
    <Form
      once
      guarded={false}
      submit={submit}
      saving={action}
      onSubmit={form.onSubmit(({ password }) =>
        action.mutate(password, {
          onError: (error) => {
            if (error instanceof ApiError && error.status === 401)
              form.setFieldError('password', t('account.wrongPassword'))
          },
        }),
      )}
    >
      <p>{text}</p>
      {hasPassword && (
        <PasswordField
          label={t('account.currentPassword')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
      )}
    </Form>
  )
}

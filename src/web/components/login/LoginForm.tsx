import { Button, type TextInputProps } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { logIn } from '@/web/api/accounts/account'
import { isCodeMissing, isCodeWrong } from '@/web/api/client/api-error'
import { EmailField } from '@/web/components/forms/EmailField'
import { Form } from '@/web/components/forms/Form'
import { PasswordField } from '@/web/components/forms/PasswordField'
import { withHint } from '@/web/components/validation/with-hint'
import { t } from '@/web/i18n/text'
import { CodeField } from './CodeField'

interface LoginFormProps {
  /** The address of an account that is known already. */
  email?: string
  /** Elements below the form, which may depend on why a login failed. */
  hints?: (error: unknown) => ReactNode
  onSuccess: (session: string) => void
}

/** Logs in with a password, and asks for a code in a second step if the account has two-factor login. */
export function LoginForm({ email, hints, onSuccess }: LoginFormProps) {
  const { form, login, error, asksForCode, back } = useLogin(email ?? '', onSuccess)
  return (
    <>
      <Form
        once
        guarded={false}
        submit={t('login.submit')}
        saving={{ isPending: login.isPending, error }}
        after={
          asksForCode && (
            <Button variant="default" size="md" onClick={back}>
              {t('form.cancel')}
            </Button>
          )
        }
        onSubmit={form.onSubmit(({ code, ...credentials }) =>
          login.mutate({ ...credentials, ...(asksForCode && { code }) }),
        )}
      >
        {asksForCode ? (
          <CodeStep {...withHint(form.getInputProps('code'), t('twoFactor.codeHint'))} />
        ) : (
          <>
            {email === undefined ? (
              <EmailField {...form.getInputProps('email')} />
            ) : (
              <input type="email" autoComplete="username" value={email} readOnly hidden />
            )}
            <PasswordField
              label={withEmail(t('account.password.label'), email)}
              autoComplete="current-password"
              data-autofocus={email !== undefined}
              {...form.getInputProps('password')}
            />
          </>
        )}
      </Form>
      {hints?.(isCodeWrong(error) ? null : error)}
    </>
  )
}

const withEmail = (label: string, email: string | undefined) =>
  email === undefined ? label : `${label} (${email})`

/** The form of a login and its state. `back` returns from the code to the password. */
function useLogin(email: string, onSuccess: (session: string) => void) {
  const [asksForCode, setAsksForCode] = useState(false)
  const form = useForm({
    initialValues: { email, password: '', code: '' },
    validate: {
      email: (value) => (value === '' ? t('account.email.rule') : null),
      password: (value) => (value === '' ? t('login.passwordRule') : null),
      code: (value) => (asksForCode && value.trim() === '' ? t('twoFactor.codeRule') : null),
    },
  })
  const login = useMutation({
    mutationFn: logIn,
    onSuccess,
    onError: (error) => {
      if (isCodeMissing(error)) setAsksForCode(true)
      if (isCodeWrong(error)) form.setFieldError('code', t('twoFactor.wrong'))
    },
  })
  const back = () => {
    form.setFieldValue('code', '')
    login.reset()
    setAsksForCode(false)
  }
  // The second step is not an error.
  const error = isCodeMissing(login.error) ? null : login.error
  return { form, login, error, asksForCode, back }
}

/** The field for the code. It gets the focus, because the field with the focus has disappeared. */
function CodeStep(props: TextInputProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return <CodeField ref={field} {...props} />
}

import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { logIn } from '@/web/api/accounts/account'
import { endSession, startSession } from '@/web/api/client/session'
import { Form } from '@/web/components/forms/Form'
import { PasswordField } from '@/web/components/forms/PasswordField'
import { markPage } from '@/web/components/page/page-marks'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/profile'
import classes from './SessionDialog.module.css'

/**
 * Covers a page whose session has ended until its user has logged in again. The page stays as it is, but cannot be read
 * meanwhile, because its user may have logged out on purpose in another tab.
 */
export function SessionDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const email = useProfile()?.email ?? ''
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? t('login.passwordRule') : null) },
  })
  const login = useMutation({ mutationFn: logIn, onSuccess: startSession })
  useEffect(() => {
    dialog.current?.showModal()
    return markPage('dialog')
  }, [])
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={titleId}
      closedby="none"
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
    >
      <h2 id={titleId} className={classes.title}>
        {t('session.title')}
      </h2>
      <p className={classes.text}>{t('session.text')}</p>
      <Form
        once
        guarded={false}
        submit={t('login.submit')}
        saving={login}
        onSubmit={form.onSubmit(({ password }) => login.mutate({ email, password }))}
      >
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={`${t('account.password.label')} (${email})`}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
      </Form>
      <Button className={classes.leave} variant="subtle" onClick={() => endSession()}>
        {t('nav.logOut')}
      </Button>
    </dialog>
  )
}

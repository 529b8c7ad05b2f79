import { Button } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { endSession, startSession } from '@/web/api/client/session'
import { LoginForm } from '@/web/components/login/LoginForm'
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
      <LoginForm key={email} email={email} onSuccess={startSession} />
      <Button className={classes.leave} variant="subtle" onClick={() => endSession()}>
        {t('nav.logOut')}
      </Button>
    </dialog>
  )
}

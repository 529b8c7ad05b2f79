import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { configQuery } from '@/web/api/accounts/config'
import { toServerPath } from '@/web/api/client/server-path'
import { endSession, startSession } from '@/web/api/client/session'
import { LoginForm } from '@/web/components/login/LoginForm'
import { canUsePasskeys, PasskeyButton } from '@/web/components/login/PasskeyButton'
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
  const methods = useQuery(configQuery).data?.login_methods
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
      {methods?.password !== false && (
        <LoginForm key={email} email={email} onSuccess={startSession} />
      )}
      {methods && canUsePasskeys(methods) && (
        <div className={classes.leave}>
          <PasskeyButton email={email} onSuccess={startSession} />
        </div>
      )}
      {(methods?.provider || methods?.proxy) && (
        // In another tab, because this page stays; it continues when its user has logged in there.
        <Button
          className={classes.leave}
          variant="default"
          component="a"
          href={toServerPath('/login')}
          target="_blank"
        >
          {t('login.otherWays')}
        </Button>
      )}
      <Button className={classes.leave} variant="subtle" onClick={() => endSession()}>
        {t('nav.logOut')}
      </Button>
    </dialog>
  )
}

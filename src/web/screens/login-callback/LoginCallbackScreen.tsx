import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { logOut } from '@/web/api/accounts/account'
import {
  finishProviderLogin,
  linkIdentity,
  type ProviderReturn,
} from '@/web/api/accounts/external-login'
import { toServerPath } from '@/web/api/client/server-path'
import { endSession, startSession } from '@/web/api/client/session'
import { getSessionToken, getTokenAccount } from '@/web/api/client/stored-token'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { Notice } from '@/web/components/feedback/Notice'
import { FormCard } from '@/web/components/page/FormCard'
import { t } from '@/web/i18n/text'
import { localPath } from '@/web/screens/login/local-path'
import classes from './LoginCallbackScreen.module.css'

const route = getRouteApi('/login/callback')

/** How the state of a request begins that links a login to the account, instead of logging in. */
const LINKING = /^link\./
const ACCOUNT_PAGE = '/profile/edit/account'

/** Where the provider sends browsers back to. Completes the login, and continues to the page that the visitor wanted. */
export function LoginCallbackScreen() {
  const { history } = useRouter()
  const { state = '', ...parameters } = route.useSearch()
  const [received] = useState(() => withoutEmpty(state, parameters))
  const completion = useMutation({
    mutationFn: complete,
    onSuccess: (page) => page !== undefined && history.replace(toServerPath(page)),
  })
  const { mutate } = completion
  useEffect(() => {
    // The parameters work once; they should not remain in the address bar and the history.
    history.replace(toServerPath('/login/callback'))
    mutate(received)
  }, [history, mutate, received])
  return (
    <FormCard title={t('login.title')}>
      {completion.isPending && <Notice>{t('login.working')}</Notice>}
      {completion.isSuccess && completion.data === undefined && <Notice>{t('login.waits')}</Notice>}
      {completion.error && (
        <div className={classes.outcome}>
          <ErrorNote error={completion.error} />
          {LINKING.test(received.state) ? (
            <Link to={ACCOUNT_PAGE}>{t('settings.account')}</Link>
          ) : (
            <Link to="/login">{t('login.back')}</Link>
          )}
        </div>
      )}
    </FormCard>
  )
}

const withoutEmpty = (
  state: string,
  { code, iss, error }: { [name: string]: string | undefined },
): ProviderReturn => ({
  state,
  ...(code !== undefined && { code }),
  ...(iss !== undefined && { iss }),
  ...(error !== undefined && { error }),
})

/** Returns the page to continue with; undefined if a new account is not active yet. */
async function complete(received: ProviderReturn): Promise<string | undefined> {
  if (LINKING.test(received.state)) {
    await linkIdentity(received)
    return ACCOUNT_PAGE
  }
  const login = await finishProviderLogin(received)
  if (login) await replaceSession(login.session)
  return login && localPath(login.from)
}

/** Starts a session instead of the one on this device, if there is one. */
async function replaceSession(session: string): Promise<void> {
  const former = getSessionToken()
  if (former !== null) {
    await logOut().catch(() => undefined)
    if (getTokenAccount(former) !== getTokenAccount(session)) endSession()
  }
  startSession(session)
}

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { setupQuery } from '@/web/api/accounts/account'
import { configQuery } from '@/web/api/accounts/config'
import { isRejected } from '@/web/api/client/api-error'
import { toServerPath } from '@/web/api/client/server-path'
import { hasSessionEnded, startSession } from '@/web/api/client/session'
import { Notice } from '@/web/components/feedback/Notice'
import { LoginForm } from '@/web/components/login/LoginForm'
import { FormCard } from '@/web/components/page/FormCard'
import { t } from '@/web/i18n/text'
import classes from './LoginScreen.module.css'
import { localPath } from './local-path'

const OtherLogins = lazy(() =>
  import('@/web/components/login/OtherLogins').then(({ OtherLogins }) => ({
    default: OtherLogins,
  })),
)

const route = getRouteApi('/login')

/** Logs in and continues to the page that the visitor wanted. */
export function LoginScreen() {
  const from = localPath(route.useSearch().from)
  const { history } = useRouter()
  const methods = useQuery(configQuery).data?.login_methods
  const onSuccess = (session: string) => {
    startSession(session)
    history.push(toServerPath(from))
  }
  return (
    <FormCard title={t('login.title')} lead={t(hasSessionEnded() ? 'login.ended' : 'login.lead')}>
      {methods?.password !== false && (
        <LoginForm
          hints={(error) => <LoginHints isRejected={isRejected(error)} />}
          onSuccess={onSuccess}
        />
      )}
      {methods && (
        <Suspense>
          <OtherLogins methods={methods} from={from} onSuccess={onSuccess} />
        </Suspense>
      )}
    </FormCard>
  )
}

/** Links to the setup of the server, to emails that help to log in, and to the registration if it is open. */
function LoginHints({ isRejected }: { isRejected: boolean }) {
  const setupRequired = useQuery(setupQuery).data ?? false
  const config = useQuery(configQuery).data
  if (setupRequired) return <Notice>{t('setup.noToken')}</Notice>
  if (config && !config.is_email_sending_enabled && !config.is_registration_enabled) return null
  return (
    <div className={classes.hints}>
      {/* The server does not reveal whether an account exists, so this is offered after every wrong login. */}
      {isRejected && config?.is_email_sending_enabled && (
        <p>
          {t('login.notConfirmed')}{' '}
          <Link to="/account-confirmation/resend">{t('login.resend')}</Link>
        </p>
      )}
      {config?.is_email_sending_enabled && (
        <p>
          <Link to="/password-reset/request">{t('login.forgotten')}</Link>
        </p>
      )}
      {config?.is_registration_enabled && (
        <p>
          {t('login.noAccount')} <Link to="/register">{t('login.register')}</Link>
        </p>
      )}
    </div>
  )
}

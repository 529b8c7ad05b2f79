import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { setupQuery } from '@/web/api/account'
import { configQuery } from '@/web/api/config'
import { Notice } from '@/web/components/Notice'
import { t } from '@/web/i18n/text'
import classes from './LoginHints.module.css'

/** What to do without an account: set the server up, or register where that is open. */
export function LoginHints() {
  const setupRequired = useQuery(setupQuery).data ?? false
  const config = useQuery(configQuery).data
  if (setupRequired) return <Notice>{t('setup.noToken')}</Notice>
  if (config && !config.is_email_sending_enabled && !config.is_registration_enabled) return null
  return (
    <div className={classes.hints}>
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

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
  const open = useQuery(configQuery).data?.is_registration_enabled ?? false
  if (setupRequired) return <Notice>{t('setup.noToken')}</Notice>
  return (
    <p className={classes.hint}>
      {open && (
        <>
          {t('login.noAccount')} <Link to="/register">{t('login.register')}</Link>
        </>
      )}
    </p>
  )
}

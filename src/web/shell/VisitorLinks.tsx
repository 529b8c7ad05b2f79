import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { configQuery } from '@/web/api/config'
import { t } from '@/web/i18n/text'
import classes from './Header.module.css'

/** Ways in for somebody without a session. */
export function VisitorLinks() {
  const open = useQuery(configQuery).data?.is_registration_enabled ?? true
  return (
    <>
      {open && (
        <Link to="/register" className={classes.link}>
          {t('nav.register')}
        </Link>
      )}
      <Link to="/login" className={classes.link}>
        {t('nav.logIn')}
      </Link>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { configQuery } from '@/web/api/config'
import { t } from '@/web/i18n/text'
import classes from './PolicyNotice.module.css'

/**
 * Asks to accept the privacy policy: when it has changed since the account did, or when the account never did (those
 * that an administrator made) and the server has a policy of its own.
 */
export function PolicyNotice({ accepted }: { accepted: boolean | null }) {
  const ownPolicy = useQuery(configQuery).data?.privacy_policy
  if (accepted === true || (accepted === null && !ownPolicy)) return null
  return (
    <p className={classes.notice} role="status">
      {t(accepted === null ? 'privacy.new' : 'privacy.changed')}{' '}
      <Link to="/privacy-policy">{t('privacy.read')}</Link>
    </p>
  )
}

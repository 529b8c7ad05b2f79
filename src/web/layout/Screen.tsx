import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { configQuery } from '@/web/api/accounts/config'
import { t } from '@/web/i18n/text'
import { OfflineGuard } from '@/web/offline/Offline'
import { SuspendedScreen } from '@/web/screens/suspended/SuspendedScreen'
import { useProfile } from '@/web/state/preferences'
import classes from './Screen.module.css'

/** Screens that remain useful without a connection: they queue files for upload, or keep the form's content. */
const OFFLINE_PATHS = [
  '/login',
  '/register',
  '/setup',
  '/workouts/add',
  '/share',
  '/password-reset',
] as const

/**
 * Pages available while an account is suspended: signing in and out, account settings, decisions and appeals. The server
 * rejects all other requests.
 */
const OPEN_PATHS = [
  '/about',
  '/account-confirmation',
  '/email-update',
  '/login',
  '/password-reset',
  '/privacy-policy',
  '/profile/apps',
  '/profile/edit/account',
  '/profile/edit/preferences',
  '/profile/edit/profile',
  '/profile/moderation',
  '/profile/suspension',
] as const

/** Whether a path is one of `paths`, or below one. */
const isWithin = (paths: readonly string[], path: string): boolean =>
  paths.some((one) => path === one || path.startsWith(`${one}/`))

/** The screen at the current URL; suspended accounts see only the screens that they may use. */
export function Screen() {
  const profile = useProfile()
  const path = useLocation({ select: ({ pathname }) => pathname })
  if (profile?.suspended_at && !isWithin(OPEN_PATHS, path)) return <SuspendedScreen />
  return (
    <>
      {profile && path !== '/privacy-policy' && (
        <PolicyNotice accepted={profile.accepted_privacy_policy} />
      )}
      <OfflineGuard enabled={!isWithin(OFFLINE_PATHS, path)}>
        <Outlet />
      </OfflineGuard>
    </>
  )
}

/**
 * A notice that asks the user to accept the privacy policy. It appears if the policy changed after the user accepted
 * it, or if the user never accepted one (accounts created by an administrator) and the server has its own policy.
 */
function PolicyNotice({ accepted }: { accepted: boolean | null }) {
  const ownPolicy = useQuery(configQuery).data?.privacy_policy
  if (accepted === true || (accepted === null && !ownPolicy)) return null
  return (
    <p className={classes.notice} role="status">
      {t(accepted === null ? 'privacy.new' : 'privacy.changed')}{' '}
      <Link to="/privacy-policy">{t('privacy.read')}</Link>
    </p>
  )
}

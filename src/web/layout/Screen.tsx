import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { configQuery } from '@/web/api/accounts/config'
import { isWithin } from '@/web/components/page/is-within'
import { t } from '@/web/i18n/text'
import { OfflineGuard } from '@/web/offline/Offline'
import { useProfile } from '@/web/state/profile'
import classes from './Screen.module.css'

const SuspendedScreen = lazy(() =>
  import('@/web/screens/suspended/SuspendedScreen').then((module) => ({
    default: module.SuspendedScreen,
  })),
)

/** Screens that remain useful without a connection: they queue files for upload, keep the form's content, or are cached. */
const OFFLINE_PATHS = [
  '/handbook',
  '/login',
  '/register',
  '/setup',
  '/workouts/add',
  '/share',
  '/password-reset',
] as const

/** The screen at the current URL; suspended accounts see only the screens that they may use. */
export function Screen() {
  const profile = useProfile()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const page = (
    <>
      {profile && path !== '/privacy-policy' && (
        <PolicyNotice accepted={profile.accepted_privacy_policy} />
      )}
      <OfflineGuard enabled={!isWithin(OFFLINE_PATHS, path)}>
        <Outlet />
      </OfflineGuard>
    </>
  )
  if (!profile?.suspended_at) return page
  return (
    <Suspense>
      <SuspendedScreen path={path}>{page}</SuspendedScreen>
    </Suspense>
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

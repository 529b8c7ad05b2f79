import { Outlet, useLocation } from '@tanstack/react-router'
import { SuspendedScreen } from '@/web/screens/suspended/SuspendedScreen'
import { useProfile } from '@/web/state/preferences'
import { OfflineGuard } from './Offline'
import { isOpenToSuspended } from './open-to-suspended'
import { PolicyNotice } from './PolicyNotice'
import { worksOffline } from './works-offline'

/** The screen of the present address; for suspended accounts only what they can use. */
export function Screen() {
  const profile = useProfile()
  const path = useLocation({ select: ({ pathname }) => pathname })
  if (profile?.suspended_at && !isOpenToSuspended(path)) return <SuspendedScreen />
  return (
    <>
      {profile && path !== '/privacy-policy' && (
        <PolicyNotice accepted={profile.accepted_privacy_policy} />
      )}
      <OfflineGuard enabled={!worksOffline(path)}>
        <Outlet />
      </OfflineGuard>
    </>
  )
}

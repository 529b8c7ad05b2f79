import { Outlet } from '@tanstack/react-router'
import { ForbiddenScreen } from '@/web/screens/forbidden/ForbiddenScreen'
import { useRole } from '@/web/state/role'

/** Pages that moderators may not use. */
export function AdministratorsOnly() {
  const administrates = useRole('admin')
  if (administrates === undefined) return null
  return administrates ? <Outlet /> : <ForbiddenScreen />
}

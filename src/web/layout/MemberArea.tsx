import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { profileQuery } from '@/web/api/accounts/account'
import { useSessionToken } from '@/web/api/client/session'
import { isConnectionError } from '@/web/state/connection'

const ErrorPanel = lazy(() =>
  import('@/web/components/feedback/ErrorPanel').then((module) => ({ default: module.ErrorPanel })),
)

/** The screens of members. If the account cannot be loaded, the error is shown instead. */
export function MemberArea() {
  const token = useSessionToken()
  const { data, error, refetch } = useQuery({ ...profileQuery, enabled: token !== null })
  // Without a connection to the server, some screens remain useful.
  if (data || !error || isConnectionError(error)) return <Outlet />
  return (
    <Suspense>
      <ErrorPanel whole error={error} onRetry={refetch} />
    </Suspense>
  )
}

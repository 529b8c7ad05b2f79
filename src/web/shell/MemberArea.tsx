import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { profileQuery } from '@/web/api/account'
import { isUnanswered } from '@/web/state/connection'
import { useSessionToken } from '@/web/state/session'

const ErrorPanel = lazy(() =>
  import('@/web/components/ErrorPanel').then((module) => ({ default: module.ErrorPanel })),
)

/** The screens of members; in their place what went wrong, when the server does not tell whose they are. */
export function MemberArea() {
  const token = useSessionToken()
  const { data, error, refetch } = useQuery({ ...profileQuery, enabled: token !== null })
  // Where nothing answers, some screens are of use as they are.
  if (data || !error || isUnanswered(error)) return <Outlet />
  return (
    <Suspense>
      <ErrorPanel whole error={error} onRetry={refetch} />
    </Suspense>
  )
}

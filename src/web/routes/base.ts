import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import { AppFrame } from '@/web/shell/AppFrame'
import { MemberArea } from '@/web/shell/MemberArea'
import { sessionToken } from '@/web/state/stored-token'

/** What every route may use. */
export type RouteContext = { queryClient: QueryClient }

/** A text of the query string; anything else is as good as nothing. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

/** The frame around every screen. */
export const rootRoute = createRootRouteWithContext<RouteContext>()({ component: AppFrame })

/** Screens for those who are logged in; everybody else is asked to log in first. */
export const memberRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'member',
  component: MemberArea,
  beforeLoad: ({ location }) => {
    if (sessionToken() !== null) return
    const from = location.href === '/' ? undefined : location.href
    throw redirect({ to: '/login', search: { from } })
  },
})

import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { getSessionToken } from '@/web/api/client/stored-token'
import { AppFrame } from '@/web/layout/AppFrame'
import { MemberArea } from '@/web/layout/MemberArea'

/** Context available to every route. */
export type RouteContext = { queryClient: QueryClient }

/** Returns a query parameter if it is a string, otherwise undefined. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

/** Returns a function that keeps the query parameters with these names; each is undefined unless it is a string. */
export const texts =
  <Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, text(search[name])])) as {
      [Key in Name]?: string | undefined
    }

/** Reads the filters of the screens of the audit log. */
export const auditFilters = texts('action', 'user', 'from', 'to')

/** The frame around every screen. */
export const rootRoute = createRootRouteWithContext<RouteContext>()({ component: AppFrame })

/** The parent of screens that require a session; visitors are redirected to the login page. */
export const memberRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'member',
  component: MemberArea,
  beforeLoad: ({ location }) => {
    if (getSessionToken() !== null) return
    const from = location.href === '/' ? undefined : location.href
    throw redirect({ to: '/login', search: { from } })
  },
})

/** Returns a function that creates routes below `parent`, each with a screen that is loaded lazily. */
export const createScreenFactory =
  <Parent extends AnyRoute>(parent: Parent) =>
  <const Path extends string, Name extends string, Search = Record<never, string>>(
    path: Path,
    load: () => Promise<Record<Name, RouteComponent>>,
    name: Name,
    parseSearch?: (search: Record<string, unknown>) => Search,
  ) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      validateSearch: parseSearch,
      component: lazyRouteComponent(load, name),
    })

/** Creates the route of a screen that everyone may open. */
export const publicScreen = createScreenFactory(rootRoute)

/** Creates the route of a screen that requires a session. */
export const memberScreen = createScreenFactory(memberRoute)

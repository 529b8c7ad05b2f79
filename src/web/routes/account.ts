import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ConsentSearch } from '@/web/api/apps'
import { memberRoute, text } from './base'

const appsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/profile/apps',
  component: lazyRouteComponent(() => import('@/web/screens/apps/AppsScreen'), 'AppsScreen'),
})

const newAppRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/profile/apps/new',
  component: lazyRouteComponent(() => import('@/web/screens/apps/NewAppScreen'), 'NewAppScreen'),
})

const authorizeRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/profile/apps/authorize',
  validateSearch: (search): ConsentSearch => ({
    client_id: text(search.client_id),
    redirect_uri: text(search.redirect_uri),
    scope: text(search.scope),
    state: text(search.state),
    code_challenge: text(search.code_challenge),
    code_challenge_method: text(search.code_challenge_method),
  }),
  component: lazyRouteComponent(
    () => import('@/web/screens/authorize/AuthorizeScreen'),
    'AuthorizeScreen',
  ),
})

/** The own account, and the apps it lets in. */
export const accountRoutes = [appsRoute, newAppRoute, authorizeRoute] as const

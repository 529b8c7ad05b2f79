import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { ConsentSearch } from '@/web/api/apps'
import { memberRoute, text } from './base'

const settingsRoute = createRoute({
  getParentRoute: () => memberRoute,
  id: 'settings',
  component: lazyRouteComponent(
    () => import('@/web/screens/settings/SettingsFrame'),
    'SettingsFrame',
  ),
})

const settingsIndexRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/profile/edit',
  beforeLoad: () => {
    throw redirect({ to: '/profile/edit/account', replace: true })
  },
})

const accountRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/profile/edit/account',
  component: lazyRouteComponent(
    () => import('@/web/screens/settings-account/AccountScreen'),
    'AccountScreen',
  ),
})

const profileRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/profile/edit/profile',
  component: lazyRouteComponent(
    () => import('@/web/screens/settings-profile/ProfileScreen'),
    'ProfileScreen',
  ),
})

const preferencesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/profile/edit/preferences',
  component: lazyRouteComponent(
    () => import('@/web/screens/settings-preferences/PreferencesScreen'),
    'PreferencesScreen',
  ),
})

const sportsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/profile/edit/sports',
  component: lazyRouteComponent(
    () => import('@/web/screens/settings-sports/SportsScreen'),
    'SportsScreen',
  ),
})

const weightRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/profile/edit/weight',
  component: lazyRouteComponent(
    () => import('@/web/screens/settings-weight/WeightScreen'),
    'WeightScreen',
  ),
})

const thresholdsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/profile/edit/thresholds',
  component: lazyRouteComponent(
    () => import('@/web/screens/settings-thresholds/ThresholdsScreen'),
    'ThresholdsScreen',
  ),
})

const equipmentRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/profile/edit/equipment',
  validateSearch: (search): { edit?: string | undefined } => ({ edit: text(search.edit) }),
  component: lazyRouteComponent(
    () => import('@/web/screens/settings-equipment/EquipmentScreen'),
    'EquipmentScreen',
  ),
})

const blockedRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/profile/blocked',
  component: lazyRouteComponent(
    () => import('@/web/screens/settings-blocked/BlockedScreen'),
    'BlockedScreen',
  ),
})

const appsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/profile/apps',
  component: lazyRouteComponent(() => import('@/web/screens/apps/AppsScreen'), 'AppsScreen'),
})

const newAppRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/profile/apps/new',
  component: lazyRouteComponent(() => import('@/web/screens/apps/NewAppScreen'), 'NewAppScreen'),
})

const tokensRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/profile/tokens',
  component: lazyRouteComponent(() => import('@/web/screens/tokens/TokensScreen'), 'TokensScreen'),
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
export const accountRoutes = [
  settingsRoute.addChildren([
    settingsIndexRoute,
    accountRoute,
    profileRoute,
    preferencesRoute,
    weightRoute,
    thresholdsRoute,
    sportsRoute,
    equipmentRoute,
    blockedRoute,
    appsRoute,
    newAppRoute,
    tokensRoute,
  ]),
  authorizeRoute,
] as const

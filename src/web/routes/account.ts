import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { auditFilters, createScreenFactory, memberRoute, memberScreen, text, texts } from './base'

const settingsRoute = createRoute({
  getParentRoute: () => memberRoute,
  id: 'settings',
  component: lazyRouteComponent(
    () => import('@/web/screens/settings/SettingsFrame'),
    'SettingsFrame',
  ),
})

const settingsScreen = createScreenFactory(settingsRoute)

const settingsIndexRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/profile/edit',
  beforeLoad: () => {
    throw redirect({ to: '/profile/edit/account', replace: true })
  },
})

/** Routes of the account's settings and of app authorization. */
export const accountRoutes = [
  settingsRoute.addChildren([
    settingsIndexRoute,
    settingsScreen(
      '/profile/edit/account',
      () => import('@/web/screens/settings-account/AccountScreen'),
      'AccountScreen',
    ),
    settingsScreen(
      '/profile/edit/profile',
      () => import('@/web/screens/settings-profile/ProfileScreen'),
      'ProfileScreen',
    ),
    settingsScreen(
      '/profile/edit/preferences',
      () => import('@/web/screens/settings-preferences/PreferencesScreen'),
      'PreferencesScreen',
    ),
    settingsScreen(
      '/profile/privacy-zones',
      () => import('@/web/screens/privacy-zones/PrivacyZonesScreen'),
      'PrivacyZonesScreen',
    ),
    settingsScreen(
      '/profile/edit/weight',
      () => import('@/web/screens/settings-weight/WeightScreen'),
      'WeightScreen',
    ),
    settingsScreen(
      '/profile/edit/thresholds',
      () => import('@/web/screens/settings-thresholds/ThresholdsScreen'),
      'ThresholdsScreen',
    ),
    settingsScreen(
      '/profile/edit/sports',
      () => import('@/web/screens/settings-sports/SportsScreen'),
      'SportsScreen',
    ),
    settingsScreen(
      '/profile/edit/equipment',
      () => import('@/web/screens/settings-equipment/EquipmentScreen'),
      'EquipmentScreen',
      (search): { edit?: string | undefined } => ({ edit: text(search.edit) }),
    ),
    settingsScreen(
      '/profile/blocked',
      () => import('@/web/screens/settings-blocked/BlockedScreen'),
      'BlockedScreen',
    ),
    settingsScreen('/profile/apps', () => import('@/web/screens/apps/AppsScreen'), 'AppsScreen'),
    settingsScreen(
      '/profile/apps/new',
      () => import('@/web/screens/apps/NewAppScreen'),
      'NewAppScreen',
    ),
    settingsScreen(
      '/profile/tokens',
      () => import('@/web/screens/tokens/TokensScreen'),
      'TokensScreen',
    ),
    settingsScreen(
      '/profile/webhooks',
      () => import('@/web/screens/webhooks/WebhooksScreen'),
      'WebhooksScreen',
    ),
    settingsScreen(
      '/profile/activity',
      () => import('@/web/screens/audit/AuditScreens'),
      'ActivityScreen',
      auditFilters,
    ),
  ]),
  memberScreen(
    '/profile/apps/authorize',
    () => import('@/web/screens/authorize/AuthorizeScreen'),
    'AuthorizeScreen',
    texts('client_id', 'redirect_uri', 'scope', 'state', 'code_challenge', 'code_challenge_method'),
  ),
] as const

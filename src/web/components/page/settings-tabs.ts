import type { AreaTab } from './AreaFrame'

/** The settings pages, in display order. */
export const SETTINGS_TABS: readonly AreaTab[] = [
  { to: '/profile/edit/account', label: 'settings.account' },
  { to: '/profile/edit/profile', label: 'settings.profile' },
  { to: '/profile/edit/preferences', label: 'settings.preferences' },
  { to: '/profile/privacy-zones', label: 'privacyZones.title' },
  { to: '/profile/edit/weight', label: 'settings.weight' },
  { to: '/profile/edit/thresholds', label: 'settings.thresholds' },
  { to: '/profile/edit/sports', label: 'settings.sports' },
  { to: '/profile/edit/equipment', label: 'settings.equipment' },
  { to: '/profile/blocked', label: 'settings.blocked' },
  { to: '/profile/apps', label: 'settings.apps' },
  { to: '/profile/tokens', label: 'settings.tokens' },
  { to: '/profile/webhooks', label: 'settings.webhooks' },
  { to: '/profile/activity', label: 'settings.activity' },
]

import type { Scope } from '@/policy/scopes'
import { type TextKey, t } from '@/web/i18n/text'

const TEXTS: Record<Scope, TextKey> = {
  'profile:read': 'scope.profileRead',
  'profile:write': 'scope.profileWrite',
  'workouts:read': 'scope.workoutsRead',
  'workouts:write': 'scope.workoutsWrite',
  'equipments:read': 'scope.equipmentsRead',
  'equipments:write': 'scope.equipmentsWrite',
  'follow:read': 'scope.followRead',
  'follow:write': 'scope.followWrite',
  'notifications:read': 'scope.notificationsRead',
  'notifications:write': 'scope.notificationsWrite',
  'users:read': 'scope.usersRead',
  'users:write': 'scope.usersWrite',
  'reports:read': 'scope.reportsRead',
  'reports:write': 'scope.reportsWrite',
  'geocode:read': 'scope.geocodeRead',
  'tasks:read': 'scope.tasksRead',
  'media:write': 'scope.mediaWrite',
  'application:write': 'scope.applicationWrite',
}

const keys: Readonly<Record<string, TextKey>> = TEXTS

/** All scopes that an app may request, the most common ones first. */
export const SCOPES = Object.keys(TEXTS)

/** Returns the translated description of a scope; an unknown scope is returned unchanged. */
export function scopeText(scope: string): string {
  const key = keys[scope]
  return key === undefined ? scope : t(key)
}

/** Splits a space-separated list of scopes. */
export const splitScopes = (text: string): string[] =>
  text.split(' ').filter((scope) => scope !== '')

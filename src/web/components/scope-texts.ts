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

/** Every scope an app may ask for, the usual ones first. */
export const SCOPES = Object.keys(TEXTS)

/** What a scope lets an app do, in words; its bare name when this page does not know it. */
export function scopeText(scope: string): string {
  const key = keys[scope]
  return key === undefined ? scope : t(key)
}

/** The scopes of a text that separates them by spaces. */
export const scopesOf = (text: string): string[] => text.split(' ').filter((scope) => scope !== '')

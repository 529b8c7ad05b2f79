/** Every scope a third-party token may have. */
export const SCOPES = [
  'application:write',
  'equipments:read',
  'equipments:write',
  'follow:read',
  'follow:write',
  'geocode:read',
  'media:write',
  'notifications:read',
  'notifications:write',
  'profile:read',
  'profile:write',
  'reports:read',
  'reports:write',
  'tasks:read',
  'users:read',
  'users:write',
  'workouts:read',
  'workouts:write',
] as const

export type Scope = (typeof SCOPES)[number]

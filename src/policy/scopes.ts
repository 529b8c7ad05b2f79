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

/** What each scope allows. */
export const SCOPE_TEXTS: Record<Scope, string> = {
  'application:write': 'Change the settings of the server (administrators).',
  'equipments:read': "Read the user's equipment, and equipment types.",
  'equipments:write': "Create, change and delete the user's equipment.",
  'follow:read': 'Read followers, followed users and follow requests.',
  'follow:write': 'Follow, unfollow, accept and reject follow requests.',
  'geocode:read': 'Look up places.',
  'media:write': 'Upload, describe and delete photos of workouts.',
  'notifications:read': 'Read notifications.',
  'notifications:write': 'Mark notifications as read.',
  'profile:read': "Read the user's profile, preferences, sanctions and blocked users.",
  'profile:write': "Change the user's profile, preferences and picture; appeal.",
  'reports:read': 'Read reports (moderators).',
  'reports:write': 'Create reports; act on reports (moderators).',
  'tasks:read': 'Read queued tasks (administrators).',
  'users:read': 'Read users and their sanctions.',
  'users:write':
    "Block users; delete the user's account; change users (administrators); decide appeals (moderators).",
  'workouts:read': 'Read workouts, comments, sports, records, statistics and upload tasks.',
  'workouts:write': 'Upload, create, change and delete workouts and comments; like.',
}

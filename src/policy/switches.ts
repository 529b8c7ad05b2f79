/** Notifications that everybody can switch off; one that was never set is on. */
export const NOTIFICATION_SWITCHES = [
  'comment_like',
  'follow',
  'follow_request',
  'follow_request_approved',
  'mention',
  'workout_comment',
  'workout_like',
] as const

/** What administrators can switch off besides. */
export const STAFF_NOTIFICATION_SWITCHES = ['account_creation'] as const

/** Hints that the web UI shows until they are switched off. */
export const MESSAGE_SWITCHES = ['warning_about_large_number_of_workouts_on_map'] as const

import type { EXPORT_FILES } from '@/domain/reference/export-files'
import type { Tables } from '@/store/db/schema/tables.gen'

/**
 * How a data export and its import treat a table. A backup of the server contains every table, because it contains the
 * whole database.
 */
export type TableUse =
  /** Its rows of a user are in a file of the export, and imported; or the reason why they are not imported. */
  | { file: keyof typeof EXPORT_FILES; isImported: true }
  | { file: keyof typeof EXPORT_FILES; notImported: string }
  /** Its rows belong to users, and are computed again from what is imported. */
  | { derivedFrom: string }
  /** Its rows belong to users; the reason why they are not exported. */
  | { leftOut: string }
  /** Its rows belong to no user. */
  | 'server'

const imported = (file: keyof typeof EXPORT_FILES): TableUse => ({ file, isImported: true })
const exportedOnly = (file: keyof typeof EXPORT_FILES, notImported: string): TableUse => ({
  ...{ file, notImported },
})
const derived = (derivedFrom: string): TableUse => ({ derivedFrom })
const leftOut = (why: string): TableUse => ({ leftOut: why })

const SECRET = 'its secret is not exported, and must be created again'
const OTHERS = 'it refers to users and content of this server'
const LOGIN = 'a way to log in to this server'
const WORK = 'the state of work in progress'
const MODERATION = 'it belongs to the moderation of this server'

/** All tables. A new table is a type error until it is listed here. */
export const TABLE_USES: Record<keyof Tables, TableUse> = {
  app_config: 'server',
  appeals: leftOut(MODERATION),
  attempt_windows: 'server',
  audit_entries: leftOut('what happened on this server'),
  blacklisted_tokens: 'server',
  blocks: exportedOnly('profile', OTHERS),
  chore_runs: 'server',
  comment_likes: exportedOnly('profile', OTHERS),
  comments: imported('comments'),
  default_equipments: imported('equipments'),
  device_laps: derived('originals'),
  efforts: derived('originals'),
  equipment_types: 'server',
  equipments: imported('equipments'),
  excluded_efforts: imported('workouts'),
  first_visits: derived('workouts'),
  follows: exportedOnly('profile', OTHERS),
  former_recordings: leftOut('it only serves to undo imports on this server'),
  idempotency_keys: leftOut(WORK),
  identities: exportedOnly('profile', LOGIN),
  import_entries: leftOut('reports of imports on this server'),
  invitations: leftOut('an invitation to this server'),
  kept_answers: derived('originals'),
  kept_originals: exportedOnly('additionalFiles', 'each workout is imported with one recording'),
  load_sums: derived('workouts'),
  load_updates: leftOut(WORK),
  login_addresses: leftOut(LOGIN),
  mail_outbox: 'server',
  member_notes: leftOut(MODERATION),
  mentions: derived('comments'),
  notifications: leftOut('what happened on this server'),
  oauth2_apps: leftOut('apps are registered with one server'),
  oauth2_grants: leftOut(LOGIN),
  oauth2_tokens: leftOut(LOGIN),
  passkeys: exportedOnly('profile', LOGIN),
  personal_tokens: exportedOnly('tokens', SECRET),
  photos: imported('photos'),
  planned_courses: imported('workouts'),
  privacy_settings: imported('privacySettings'),
  privacy_zones: imported('privacyZones'),
  purpose_tokens: leftOut(LOGIN),
  ranked_segment_boxes: derived('segments'),
  ranked_segments: imported('segments'),
  records: derived('workouts'),
  recovery_codes: leftOut(LOGIN),
  registration_requests: leftOut(MODERATION),
  remeasurements: leftOut(WORK),
  report_actions: leftOut(MODERATION),
  report_comments: leftOut(MODERATION),
  reports: leftOut(MODERATION),
  route_boxes: derived('workouts'),
  route_workouts: derived('workouts'),
  routes: derived('workouts'),
  saved_courses: imported('courses'),
  segment_bests: derived('workouts and segments'),
  segment_efforts: derived('workouts and segments'),
  segment_piece_boxes: derived('originals'),
  segment_pieces: derived('originals'),
  segment_points: derived('originals'),
  segment_streams: derived('originals'),
  segments: imported('workouts'),
  server_move_findings: 'server',
  server_move_steps: 'server',
  server_moves: 'server',
  sessions: leftOut(LOGIN),
  share_links: exportedOnly('shareLinks', SECRET),
  sport_names: imported('sportNames'),
  sport_preferences: imported('profile'),
  sports: 'server',
  thresholds: imported('thresholds'),
  two_factor_logins: exportedOnly('profile', LOGIN),
  uncounted_workouts: leftOut(WORK),
  unlocated_workouts: leftOut(WORK),
  unmapped_workouts: leftOut(WORK),
  unmatched_segments: leftOut(WORK),
  used_challenges: 'server',
  user_task_errors: leftOut('reports of imports on this server'),
  user_tasks: leftOut(WORK),
  users: exportedOnly('profile', 'its row exists already, and takes over what is not chosen yet'),
  visit_recounts: leftOut(WORK),
  webhook_deliveries: leftOut(WORK),
  webhooks: exportedOnly('webhooks', SECRET),
  weights: imported('weights'),
  workout_duplicates: derived('workouts'),
  workout_equipments: imported('workouts'),
  workout_intensity: derived('originals'),
  workout_likes: imported('workouts'),
  workout_lines: derived('originals'),
  workout_loads: derived('workouts'),
  workout_regions: derived('workouts'),
  workout_sums: derived('workouts'),
  workout_thumbnails: derived('originals'),
  workout_tiles: derived('originals'),
  workouts: imported('workouts'),
  zone_rules: imported('zoneRules'),
}

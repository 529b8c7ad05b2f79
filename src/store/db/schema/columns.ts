import type { EffortKind } from '@/domain/analysis/efforts'
import type { EnergyFormula } from '@/domain/analysis/energy'
import type { LoadSource } from '@/domain/analysis/load'
import type { HeartRateModel, ThresholdKind, TrimpWeighting } from '@/domain/analysis/thresholds'
import type { RecordType } from '@/domain/records/record-types'
import type { MeasuredBy, Measurements } from '@/domain/reference/measurements'
import type { PoolUnit } from '@/domain/reference/swimming'
import type { ThumbnailKind } from '@/domain/reference/thumbnail'
import type { Period } from '@/domain/statistics/periods'
import type { TrackEdits } from '@/domain/tracks/edits/track-edit'
import type { TrackWarning } from '@/domain/tracks/track'

/** Column types that SQLite cannot express; the generator of `tables.gen.ts` merges them in. */

/** SQLite has no boolean and the driver cannot bind one. */
export type SqlBool = 0 | 1

export const VISIBILITIES = ['public', 'followers_only', 'private'] as const
/** Levels of visibility, from most to least open. */
export type Visibility = (typeof VISIBILITIES)[number]

export type RoleName = 'user' | 'moderator' | 'admin' | 'owner'
export type FollowState = 'pending' | 'approved' | 'rejected'
export const PACE_SPEED_DISPLAYS = ['pace', 'speed', 'pace_and_speed'] as const
export type PaceSpeedDisplay = (typeof PACE_SPEED_DISPLAYS)[number]
export const SEGMENTS_CREATION_EVENTS = ['all', 'only_manual', 'none'] as const
export type SegmentsCreationEvent = (typeof SEGMENTS_CREATION_EVENTS)[number]

/** Formats of a user's dates; `date_string` depends on the language. */
export const DATE_FORMATS = ['MM/dd/yyyy', 'dd/MM/yyyy', 'yyyy-MM-dd', 'date_string'] as const
export type DateFormat = (typeof DATE_FORMATS)[number]

/** Who may register: no one, everyone, people with an invitation, or everyone with the approval of an administrator. */
export const REGISTRATION_MODES = ['closed', 'open', 'invitation', 'approval'] as const
export type RegistrationMode = (typeof REGISTRATION_MODES)[number]

/** Purposes of action tokens. */
export type TokenPurpose = 'confirm_account' | 'change_email' | 'reset_password'

/** How a session started; `link` is a link for confirming an address or for the setup. */
export const LOGIN_METHODS = ['password', 'passkey', 'provider', 'proxy', 'link'] as const
export type LoginMethod = (typeof LOGIN_METHODS)[number]

/** How a PKCE challenge is derived from its verifier. */
export type ChallengeMethod = 'S256' | 'plain'

/** Problems of the server that owners and administrators are alerted to; each is also a type of notification. */
export const ALERT_KINDS = [
  'backup_failed',
  'backup_late',
  'backup_on_same_disk',
  'backup_unmounted',
  'disk_failed',
  'folder_not_writable',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** Types of notifications. */
export const NOTIFICATION_TYPES = [
  ...ALERT_KINDS,
  'account_creation',
  'comment_like',
  'comment_suspension',
  'comment_unsuspension',
  'follow',
  'follow_request',
  'follow_request_approved',
  'mention',
  'report',
  'segment_best',
  'segment_lead_lost',
  'suspension_appeal',
  'user_data_export',
  'user_warning',
  'user_warning_appeal',
  'user_warning_lifting',
  'workout_comment',
  'workout_like',
  'workout_suspension',
  'workout_unsuspension',
  'workouts_archive_upload',
] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** Types of objects that can be reported. */
export const REPORTED_TYPES = ['comment', 'user', 'workout'] as const
export type ReportedType = (typeof REPORTED_TYPES)[number]

export const ACTION_TYPES = [
  'report_reopening',
  'report_resolution',
  'user_suspension',
  'user_unsuspension',
  'user_warning',
  'user_warning_lifting',
  'comment_suspension',
  'comment_unsuspension',
  'workout_suspension',
  'workout_unsuspension',
] as const
/** Actions on a report; the first two change its state. */
export type ActionType = (typeof ACTION_TYPES)[number]

/** Events that webhooks are notified of. */
export const WEBHOOK_EVENTS = [
  'workout.created',
  'workout.changed',
  'workout.deleted',
  'import.finished',
  'import.undone',
  'report.created',
  'backup.failed',
  'notification.created',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]
/** What a webhook posts to: a program that verifies signatures, an ntfy server, or the push service of a device. */
export type WebhookKind = 'webhook' | 'ntfy' | 'push'
/** An event, or a test that the user has requested. */
export type DeliveredEvent = WebhookEvent | 'test'

/** What the audit log records. Names of removed actions stay here, because entries keep them. */
export const AUDIT_ACTIONS = [
  'account_activated',
  'account_created',
  'account_deactivated',
  'account_deleted',
  'app_access_revoked',
  'app_authorized',
  'app_created',
  'app_deleted',
  'appeal_decided',
  'backup_started',
  'configuration_changed',
  'email_change_requested',
  'email_changed',
  'equipment_type_changed',
  'export_requested',
  'identity_linked',
  'identity_unlinked',
  'invitation_created',
  'invitation_resent',
  'invitation_revoked',
  'logged_in',
  'logged_out',
  'member_note_created',
  'member_note_deleted',
  'passkey_added',
  'passkey_removed',
  'password_changed',
  'password_reset',
  'registration_rejected',
  'recovery_code_used',
  'recovery_codes_created',
  'report_assigned',
  'report_edited',
  'quota_changed',
  'role_changed',
  'sanction',
  'session_revoked',
  'sessions_ended',
  'sport_changed',
  'sport_created',
  'sport_deleted',
  'task_cancelled',
  'task_retried',
  'test_mail_sent',
  'token_created',
  'token_revoked',
  'two_factor_disabled',
  'two_factor_enabled',
  'webhook_changed',
  'webhook_created',
  'webhook_deleted',
  'webhook_disabled',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** The role of the account that acted, or `command` for the command line and `server` for the server itself. */
export const ACTOR_KINDS = ['user', 'moderator', 'admin', 'owner', 'command', 'server'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

/** What else an entry of the audit log says, such as the new role or the name of a token, but never a secret. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** Periods of totals: a period of the user's calendar, or all time. */
export type SumPeriod = Period | 'all'

/** The sources of elevations by internal name; the dialect determines their names in the API. */
export type ElevationSource = 'file' | 'open_elevation' | 'open_elevation_smooth' | 'valhalla'

export const TASK_TYPES = ['user_data_export', 'workouts_archive_upload'] as const
/** Types of background tasks. */
export type TaskType = (typeof TASK_TYPES)[number]
/** Progress of a task that is finished, in percent. */
export const TASK_COMPLETE = 100

/** Weather during one hour, as stored and sent. */
export interface Weather {
  icon: string
  /** °C. */
  temperature: number
  /** Share of 1. */
  humidity: number
  /** Metres per second. */
  wind: number
  /** Degrees. */
  windBearing: number
}

/** A kind of data skipped while reading a recording, and how many times. */
export interface ImportWarning {
  kind: TrackWarning['kind']
  count: number
}

export const IMPORT_RESULTS = [
  'new',
  'already there',
  'replaced',
  'skipped',
  'failed',
  'undone',
] as const
/** The outcome for a file of an import. */
export type ImportResult = (typeof IMPORT_RESULTS)[number]

/**
 * Why an item of a migrated server is listed: it was not migrated, because of an error or because there is no
 * equivalent, or it differs.
 */
export type MoveResult = 'failed' | 'left out' | 'differs'

/** A workout whose recording could not be measured again, and why. */
export interface MeasuringFailure {
  /** Short id. */
  workout: string
  error: string
}

/** Number of files of an import by result; results without files are missing. */
export type ImportCounts = Partial<Record<ImportResult, number>>

/** Switches by name; one that is missing is on. */
export type Switches = Readonly<Record<string, boolean>>

declare const content: unique symbol
/** JSON text in a column. */
export type Json<Value> = string & { readonly [content]: Value }

export const toJson = <Value>(value: Value): Json<Value> => JSON.stringify(value) as Json<Value>
export const fromJson = <Value>(text: Json<Value>): Value => JSON.parse(text)

export const toSqlBool = (value: boolean): SqlBool => (value ? 1 : 0)
export const fromSqlBool = (value: SqlBool): boolean => value === 1

/** Refined types by `table.column`; columns that start with `is_` are SqlBool everywhere. */
export const REFINED_COLUMNS: Record<string, string> = {
  'users.role': 'RoleName',
  'users.notification_preferences': 'Json<Switches>',
  'users.messages_preferences': 'Json<Switches>',
  'users.date_format': 'DateFormat',
  'share_links.with_map': 'SqlBool',
  'users.weekm': 'SqlBool',
  'users.imperial_units': 'SqlBool',
  'users.display_ascent': 'SqlBool',
  'users.start_elevation_at_zero': 'SqlBool',
  'users.use_raw_gpx_speed': 'SqlBool',
  'users.use_dark_mode': 'SqlBool',
  'users.place_titles': 'SqlBool',
  'users.split_workout_charts': 'SqlBool',
  'users.manually_approves_followers': 'SqlBool',
  'users.hide_profile_in_users_directory': 'SqlBool',
  'users.workouts_visibility': 'Visibility',
  'users.analysis_visibility': 'Visibility',
  'users.map_visibility': 'Visibility',
  'users.media_visibility': 'Visibility',
  'users.hr_visibility': 'Visibility',
  'users.calories_visibility': 'Visibility',
  'users.missing_elevations_processing': 'ElevationSource',
  'users.measurements': 'Measurements',
  'users.segments_creation_event': 'SegmentsCreationEvent',
  'app_config.registration_mode': 'RegistrationMode',
  'sessions.login_method': 'LoginMethod',
  'purpose_tokens.purpose': 'TokenPurpose',
  'oauth2_grants.code_challenge_method': 'ChallengeMethod',
  'oauth2_apps.redirect_uris': 'Json<string[]>',
  'follows.state': 'FollowState',
  'sports.pace_speed_display': 'PaceSpeedDisplay',
  'sport_preferences.pace_speed_display': 'PaceSpeedDisplay',
  'equipments.visibility': 'Visibility',
  'workouts.workout_visibility': 'Visibility',
  'workouts.analysis_visibility': 'Visibility',
  'workouts.map_visibility': 'Visibility',
  'workouts.media_visibility': 'Visibility',
  'reports.object_type': 'ReportedType',
  'audit_entries.action': 'AuditAction',
  'audit_entries.actor_kind': 'ActorKind',
  'audit_entries.details': 'Json<AuditDetails>',
  'report_actions.action_type': 'ActionType',
  'workouts.elevation_data_source': 'ElevationSource',
  'records.record_type': 'RecordType',
  'comments.text_visibility': 'Visibility',
  'notifications.type': 'NotificationType',
  'user_tasks.type': 'TaskType',
  'user_tasks.options': 'Json<object>',
  'import_entries.result': 'ImportResult',
  'server_move_findings.result': 'MoveResult',
  'user_tasks.results': 'Json<ImportCounts>',
  'remeasurements.measurements': 'Measurements',
  'remeasurements.failures': 'Json<MeasuringFailure[]>',
  'workouts.measured_by': 'Json<MeasuredBy>',
  'workouts.pool_unit': 'PoolUnit',
  'workout_thumbnails.kind': 'ThumbnailKind',
  'workouts.edits': 'Json<TrackEdits>',
  'workouts.import_warnings': 'Json<ImportWarning[]>',
  'workouts.weather_start': 'Json<Weather>',
  'workouts.weather_end': 'Json<Weather>',
  'workout_sums.period': 'SumPeriod',
  'efforts.kind': 'EffortKind',
  'excluded_efforts.kind': 'EffortKind',
  'thresholds.kind': 'ThresholdKind',
  'zone_rules.heart_rate_model': 'HeartRateModel',
  'zone_rules.trimp_weighting': 'TrimpWeighting',
  'zone_rules.energy_formula': 'EnergyFormula',
  'workout_loads.load_source': 'LoadSource',
  'load_sums.period': 'Period',
  'privacy_settings.hides_times': 'SqlBool',
  'privacy_zones.outline': 'Json<Vertex[]>',
  'privacy_zones.hides_passages': 'SqlBool',
  'saved_courses.waypoints': 'Json<Waypoint[]>',
  'ranked_segments.visibility': 'Visibility',
  'ranked_segments.is_recorded': 'SqlBool',
  'ranked_segments.is_hidden': 'SqlBool',
  'ranked_segments.line': 'Json<SegmentPosition[]>',
  'segment_efforts.is_hidden': 'SqlBool',
  'segment_bests.audience': 'Visibility',
  'webhooks.events': 'Json<WebhookEvent[]>',
  'webhooks.kind': 'WebhookKind',
  'webhook_deliveries.event': 'DeliveredEvent',
}

export type { Waypoint } from '@/domain/courses/course-file'
export type { Vertex } from '@/domain/privacy/hidden-area'
export type { SegmentPosition } from '@/domain/segments/segment-line'
export type {
  EffortKind,
  EnergyFormula,
  HeartRateModel,
  LoadSource,
  MeasuredBy,
  Measurements,
  Period,
  PoolUnit,
  RecordType,
  ThresholdKind,
  ThumbnailKind,
  TrackEdits,
  TrimpWeighting,
}

import type { EffortKind } from '@/analysis/efforts'
import type { EnergyFormula } from '@/analysis/energy'
import type { LoadSource } from '@/analysis/load'
import type { HeartRateModel, ThresholdKind, TrimpWeighting } from '@/analysis/thresholds'
import type { RecordType } from '@/records/record-types'
import type { Period } from '@/stats/periods'

/** Column types that SQLite cannot express; the generator of `tables.gen.ts` merges them in. */

/** SQLite has no boolean and the driver refuses to bind one. */
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

/** How a user's dates are written; `date_string` follows the language. */
export const DATE_FORMATS = ['MM/dd/yyyy', 'dd/MM/yyyy', 'yyyy-MM-dd', 'date_string'] as const
export type DateFormat = (typeof DATE_FORMATS)[number]

/** What a one-time token may be used for. */
export type TokenPurpose = 'confirm_account' | 'change_email' | 'reset_password'

/** How a PKCE challenge was made from its verifier. */
export type ChallengeMethod = 'S256' | 'plain'

/** Types of notifications. */
export const NOTIFICATION_TYPES = [
  'account_creation',
  'comment_like',
  'comment_suspension',
  'comment_unsuspension',
  'follow',
  'follow_request',
  'follow_request_approved',
  'mention',
  'report',
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

/** What can be reported. */
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

/** What sums are kept over: a period of the user's calendar, or all time. */
export type SumPeriod = Period | 'all'

/** The sources of elevations, by internal name; the dialect decides how they are spelled. */
export type ElevationSource = 'file' | 'open_elevation' | 'open_elevation_smooth' | 'valhalla'

export const TASK_TYPES = ['user_data_export', 'workouts_archive_upload'] as const
/** What a background task does. */
export type TaskType = (typeof TASK_TYPES)[number]
/** Progress of a task that is finished, in percent. */
export const TASK_COMPLETE = 100

/** The weather of an hour, as it is stored and sent. */
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

export const DUPLICATE_POLICIES = ['allow', 'skip', 'flag', 'replace-if-richer'] as const
/**
 * What to do with recordings that repeat a workout: store them (`flag`: and say so in the report), leave them, or let the
 * richer recording stay and keep the other one beside it.
 */
export type DuplicatePolicy = (typeof DUPLICATE_POLICIES)[number]

/** The fields of an upload that describe the workouts to create. */
export interface UploadData {
  /** Absent: what the recording itself calls its sport. */
  sport_id?: number | string
  title?: string | null
  description?: string | null
  notes?: string | null
  /** Short identifiers; absent: the user's defaults for the sport. */
  equipment_ids?: unknown
  workout_visibility?: Visibility | null
  analysis_visibility?: Visibility | null
  map_visibility?: Visibility | null
  /** Which sport is meant by what a recording calls its own, by its name; goes before what the user says for good. */
  sport_names?: Record<string, number>
  /** The sport of recordings that name none which is known. */
  default_sport_id?: number
  /** What to do with recordings that repeat a workout; absent: `allow`. */
  duplicates?: DuplicatePolicy
  /** Whether the part that is there of a file that ends in the middle is read. */
  accept_partial?: boolean
  /** When a track without times was begun, `YYYY-MM-DD HH:MM` in the user's time zone, and its seconds. */
  workout_date?: string | null
  duration?: number | null
}

export const IMPORT_WARNINGS = [
  'points_left_out',
  'values_ignored',
  'bytes_ignored',
  'part_only',
  'times_given',
] as const
/** What was passed over when a recording was read, and how often. */
export interface ImportWarning {
  kind: (typeof IMPORT_WARNINGS)[number]
  count: number
}

/** The services whose exports are read, by the names that the command line knows. */
export const EXPORT_SERVICES = [
  ...(['strava', 'garmin', 'fittrackee', 'runkeeper', 'endomondo', 'polar'] as const),
  ...(['apple-health', 'google-fit'] as const),
] as const
export type ExportService = (typeof EXPORT_SERVICES)[number]

/** What to make of the recordings in an archive, or what else an export holds. */
export interface ArchiveOptions {
  data?: UploadData
  equipmentIds?: number[]
  /** The service that the archive is an export of. */
  service?: ExportService
  /** Whether an export also holds the analysis of every recording. */
  withAnalysis?: boolean
}

export const IMPORT_RESULTS = [
  'new',
  'already there',
  'replaced',
  'skipped',
  'failed',
  'undone',
] as const
/** What became of a file of an import. */
export type ImportResult = (typeof IMPORT_RESULTS)[number]

/** What is told about something of a server that was moved here: not moved, by fault or as it has no place, or otherwise. */
export type MoveResult = 'failed' | 'left out' | 'differs'

/** How many files of an import ended how; a result that none had is missing. */
export type ImportCounts = Partial<Record<ImportResult, number>>

/** Switches by name; one that is missing is on. */
export type Switches = Readonly<Record<string, boolean>>

declare const content: unique symbol
/** A value as the text of a column that holds JSON. */
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
  'users.weekm': 'SqlBool',
  'users.imperial_units': 'SqlBool',
  'users.display_ascent': 'SqlBool',
  'users.start_elevation_at_zero': 'SqlBool',
  'users.use_raw_gpx_speed': 'SqlBool',
  'users.use_dark_mode': 'SqlBool',
  'users.split_workout_charts': 'SqlBool',
  'users.manually_approves_followers': 'SqlBool',
  'users.hide_profile_in_users_directory': 'SqlBool',
  'users.workouts_visibility': 'Visibility',
  'users.analysis_visibility': 'Visibility',
  'users.map_visibility': 'Visibility',
  'users.hr_visibility': 'Visibility',
  'users.calories_visibility': 'Visibility',
  'users.missing_elevations_processing': 'ElevationSource',
  'users.segments_creation_event': 'SegmentsCreationEvent',
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
  'reports.object_type': 'ReportedType',
  'report_actions.action_type': 'ActionType',
  'workouts.elevation_data_source': 'ElevationSource',
  'records.record_type': 'RecordType',
  'comments.text_visibility': 'Visibility',
  'notifications.type': 'NotificationType',
  'user_tasks.type': 'TaskType',
  'user_tasks.options': 'Json<ArchiveOptions>',
  'import_entries.result': 'ImportResult',
  'server_move_findings.result': 'MoveResult',
  'user_tasks.results': 'Json<ImportCounts>',
  'workouts.import_warnings': 'Json<ImportWarning[]>',
  'workouts.weather_start': 'Json<Weather>',
  'workouts.weather_end': 'Json<Weather>',
  'workout_sums.period': 'SumPeriod',
  'efforts.kind': 'EffortKind',
  'thresholds.kind': 'ThresholdKind',
  'zone_rules.heart_rate_model': 'HeartRateModel',
  'zone_rules.trimp_weighting': 'TrimpWeighting',
  'zone_rules.energy_formula': 'EnergyFormula',
  'workout_loads.load_source': 'LoadSource',
  'load_sums.period': 'Period',
}

export type {
  EffortKind,
  EnergyFormula,
  HeartRateModel,
  LoadSource,
  Period,
  RecordType,
  ThresholdKind,
  TrimpWeighting,
}

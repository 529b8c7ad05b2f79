// GENERATED from the migrations by `bun run db:types`. Do not edit.
import type { Generated } from 'kysely'
import type {
  ActionType,
  ActorKind,
  AuditAction,
  AuditDetails,
  ChallengeMethod,
  DateFormat,
  DeliveredEvent,
  EffortKind,
  ElevationSource,
  EnergyFormula,
  FollowState,
  HeartRateModel,
  ImportCounts,
  ImportResult,
  ImportWarning,
  Json,
  LoadSource,
  LoginMethod,
  MeasuredBy,
  Measurements,
  MeasuringFailure,
  MoveResult,
  NotificationType,
  PaceSpeedDisplay,
  Period,
  PoolUnit,
  RecordType,
  RegistrationMode,
  ReportedType,
  RoleName,
  SegmentPosition,
  SegmentsCreationEvent,
  SqlBool,
  SumPeriod,
  Switches,
  TaskType,
  ThresholdKind,
  ThumbnailKind,
  TokenPurpose,
  TrackEdits,
  TrimpWeighting,
  Vertex,
  Visibility,
  Waypoint,
  Weather,
  WebhookEvent,
  WebhookKind,
} from './columns'

export interface AppConfigTable {
  id: Generated<number>
  about: string | null
  admin_contact: string | null
  privacy_policy: string | null
  privacy_policy_at: number | null
  file_limit_import: Generated<number>
  file_sync_limit_import: Generated<number>
  global_map_workouts_limit: Generated<number>
  max_single_file_size: Generated<number>
  max_zip_file_size: Generated<number>
  max_users: Generated<number>
  stats_workouts_limit: Generated<number>
  registration_mode: Generated<RegistrationMode>
  max_image_size: Generated<number>
}

export interface AppealsTable {
  id: Generated<number>
  short_id: string
  action_id: number
  user_id: number
  moderator_id: number | null
  created_at: number
  updated_at: number | null
  is_approved: SqlBool | null
  text: string
  reason: string | null
}

export interface AttemptWindowsTable {
  key: string
  ends_at: number
  used: number
}

export interface AuditEntriesTable {
  id: Generated<number>
  created_at: number
  action: AuditAction
  actor_kind: ActorKind
  actor_id: number | null
  subject_id: number | null
  details: Json<AuditDetails> | null
}

export interface BlacklistedTokensTable {
  token_hash: string
  expires_at: number
  blacklisted_at: number
}

export interface BlocksTable {
  blocker_id: number
  blocked_id: number
  created_at: number
}

export interface ChoreRunsTable {
  name: string
  done_at: number
}

export interface CommentLikesTable {
  id: Generated<number>
  comment_id: number
  user_id: number
  created_at: number
}

export interface CommentsTable {
  id: Generated<number>
  short_id: string
  user_id: number
  workout_id: number | null
  text: string
  text_visibility: Visibility
  created_at: number
  modification_date: number | null
  suspended_at: number | null
  import_task_id: number | null
}

export interface DefaultEquipmentsTable {
  id: Generated<number>
  user_id: number
  sport_id: number
  equipment_id: number
}

export interface DeviceLapsTable {
  workout_id: Generated<number>
  content: string
}

export interface EffortsTable {
  workout_id: number
  kind: EffortKind
  target: number
  value: number
  start: number
  elapsed: number
  user_id: number
  sport_id: number
  workout_date: number
}

export interface EquipmentTypesTable {
  id: Generated<number>
  label: string
  is_active: Generated<SqlBool>
}

export interface EquipmentsTable {
  id: Generated<number>
  short_id: string
  user_id: number
  equipment_type_id: number
  label: string
  description: string | null
  is_active: Generated<SqlBool>
  visibility: Generated<Visibility>
  creation_date: number
  total_distance: Generated<number>
  total_duration: Generated<number>
  total_moving: Generated<number>
  total_workouts: Generated<number>
  import_task_id: number | null
}

export interface ExcludedEffortsTable {
  workout_id: number
  kind: EffortKind
  target: number
}

export interface FirstVisitsTable {
  user_id: number
  block: number
  workout_date: number
  workout_id: number
  north: number
  south: number
}

export interface FollowsTable {
  follower_id: number
  followed_id: number
  state: FollowState
  created_at: number
  updated_at: number | null
}

export interface FormerRecordingsTable {
  made: string
  workout_id: number
  content: string
}

export interface IdempotencyKeysTable {
  id: Generated<number>
  user_id: number
  key_hash: string
  target: string
  status: number | null
  body: string | null
  created_at: number
}

export interface IdentitiesTable {
  id: Generated<number>
  user_id: number
  issuer: string
  subject: string
  name: string
  created_at: number
  last_login_at: number | null
}

export interface ImportEntriesTable {
  id: Generated<number>
  task_id: number
  name: string
  result: ImportResult
  reason: Generated<string>
  workout_short_id: string | null
  made: string | null
}

export interface InvitationsTable {
  id: Generated<number>
  email: string
  language: string
  secret_hash: string
  invited_by: number | null
  created_at: number
  sent_at: number
  expires_at: number
  accepted_at: number | null
  accepted_by: number | null
  revoked_at: number | null
}

export interface KeptAnswersTable {
  position: Generated<number>
  segment_id: number
  variant: string
  etag: string
  body: Buffer
}

export interface KeptOriginalsTable {
  id: Generated<number>
  workout_id: number
  path: string
  hash: string | null
}

export interface LoadSumsTable {
  user_id: number
  period: Period
  number: number
  sport_id: number
  workouts: number
  heart_rate_1: number
  heart_rate_2: number
  heart_rate_3: number
  heart_rate_4: number
  heart_rate_5: number
  heart_rate_6: number
  heart_rate_7: number
  power_1: number
  power_2: number
  power_3: number
  power_4: number
  power_5: number
  power_6: number
  power_7: number
  pace_1: number
  pace_2: number
  pace_3: number
  pace_4: number
  pace_5: number
  pace_6: number
  pace_7: number
  load: number
  loads: number
  trimp: number
  estimates: Generated<number>
}

export interface LoadUpdatesTable {
  user_id: Generated<number>
  next_date: number
  next_id: number
  before: number
  done: number
  total: number
}

export interface LoginAddressesTable {
  user_id: number
  address_digest: string
  last_login_at: number
}

export interface MailOutboxTable {
  id: Generated<number>
  message_id: string
  sealed: Buffer
  created_at: number
  attempts: Generated<number>
  next_attempt_at: number
  last_error: string | null
}

export interface MemberNotesTable {
  id: Generated<number>
  user_id: number
  author_id: number | null
  created_at: number
  text: string
}

export interface MentionsTable {
  comment_id: number
  user_id: number
  created_at: number
}

export interface NotificationsTable {
  id: Generated<number>
  short_id: string
  type: NotificationType
  from_user_id: number
  to_user_id: number
  created_at: number
  is_read: Generated<SqlBool>
  workout_id: number | null
  comment_id: number | null
  report_id: number | null
  report_action_id: number | null
  task_id: number | null
  segment_id: number | null
}

export interface Oauth2AppsTable {
  id: Generated<number>
  user_id: number
  client_id: string
  secret_hash: string | null
  name: string
  description: string | null
  website: string
  redirect_uris: Json<string[]>
  scope: string
  created_at: number
}

export interface Oauth2GrantsTable {
  id: Generated<number>
  app_id: number
  user_id: number
  code_hash: string
  redirect_uri: string | null
  scope: string
  code_challenge: string | null
  code_challenge_method: ChallengeMethod | null
  created_at: number
  redeemed_at: number | null
  revoked_at: number | null
}

export interface Oauth2TokensTable {
  id: Generated<number>
  grant_id: number
  access_hash: string
  refresh_hash: string
  scope: string
  created_at: number
  access_expires_at: number
  refresh_expires_at: number
  rotated_at: number | null
  revoked_at: number | null
}

export interface PasskeysTable {
  id: Generated<number>
  user_id: number
  credential_id: string
  public_key: Buffer
  sign_count: number
  is_backed_up: SqlBool
  name: string
  created_at: number
  last_used_at: number | null
}

export interface PersonalTokensTable {
  id: Generated<number>
  user_id: number
  name: string
  token_hash: string
  scope: string
  created_at: number
  expires_at: number | null
  last_used_at: number | null
}

export interface PhotosTable {
  id: Generated<number>
  short_id: string
  name: string
  user_id: number
  workout_id: number | null
  position: Generated<number>
  description: Generated<string>
  file: string
  screen_file: string
  thumbnail_file: string
  width: number
  height: number
  taken_at: number | null
  latitude: number | null
  longitude: number | null
  created_at: number
  unattached_since: number | null
  import_task_id: number | null
}

export interface PlannedCoursesTable {
  workout_id: Generated<number>
  course_id: number | null
}

export interface PrivacySettingsTable {
  user_id: Generated<number>
  hidden_metres: Generated<number>
  hides_times: Generated<SqlBool>
  salt: string
}

export interface PrivacyZonesTable {
  id: Generated<number>
  short_id: string
  user_id: number
  name: string
  outline: Json<Vertex[]>
  radius: number
  offset_north: number
  offset_east: number
  hides_passages: SqlBool
  created_at: number
}

export interface PurposeTokensTable {
  token_hash: string
  user_id: number
  purpose: TokenPurpose
  created_at: number
  expires_at: number | null
}

export interface RankedSegmentBoxesTable {
  id: number | null
  south: number | null
  north: number | null
  west: number | null
  east: number | null
}

export interface RankedSegmentsTable {
  id: Generated<number>
  short_id: string
  user_id: number
  name: string
  sport_id: number
  sport_group: string
  visibility: Visibility
  is_recorded: SqlBool
  is_hidden: SqlBool
  line: Json<SegmentPosition[]>
  length: number
  ascent: number | null
  grade: number | null
  created_at: number
  start_lat: Generated<number>
  start_lon: Generated<number>
  import_task_id: number | null
}

export interface RecordsTable {
  id: Generated<number>
  user_id: number
  sport_id: number
  workout_id: number
  record_type: RecordType
  workout_date: number
  value: number
}

export interface RecoveryCodesTable {
  user_id: number
  code_hash: string
}

export interface RegistrationRequestsTable {
  user_id: Generated<number>
  reason: string
  created_at: number
  confirmed_at: number | null
}

export interface RemeasurementsTable {
  user_id: Generated<number>
  measurements: Measurements
  next_date: number | null
  next_id: number | null
  attempts: Generated<number>
  done: Generated<number>
  failed: Generated<number>
  total: number
  failures: Generated<Json<MeasuringFailure[]>>
  is_aborted: Generated<SqlBool>
  started_at: number
  ended_at: number | null
}

export interface ReportActionsTable {
  id: Generated<number>
  short_id: string
  report_id: number
  action_type: ActionType
  created_at: number
  moderator_id: number | null
  user_id: number | null
  comment_id: number | null
  workout_id: number | null
  reason: string | null
}

export interface ReportCommentsTable {
  id: Generated<number>
  report_id: number
  user_id: number
  created_at: number
  comment: string
}

export interface ReportsTable {
  id: Generated<number>
  created_at: number
  updated_at: number | null
  object_type: ReportedType
  note: string
  reported_by: number | null
  reported_user_id: number | null
  reported_comment_id: number | null
  reported_workout_id: number | null
  is_resolved: Generated<SqlBool>
  resolved_at: number | null
  resolved_by: number | null
  assigned_to: number | null
  is_by_moderator: Generated<SqlBool>
}

export interface RouteBoxesTable {
  id: number | null
  first_user: number | null
  last_user: number | null
  least_x: number | null
  most_x: number | null
  least_y: number | null
  most_y: number | null
  least_z: number | null
  most_z: number | null
  shortest: number | null
  longest: number | null
}

export interface RouteWorkoutsTable {
  workout_id: Generated<number>
  route_id: number
  is_opposite: SqlBool
  sport_id: number
  workout_date: number
}

export interface RoutesTable {
  id: Generated<number>
  user_id: number
  workout_id: number
  length: number
  workout_count: Generated<number>
}

export interface SavedCoursesTable {
  id: Generated<number>
  short_id: string
  user_id: number
  sport_id: number | null
  name: string
  description: Generated<string>
  points: Buffer
  waypoints: Generated<Json<Waypoint[]>>
  point_count: number
  length: number
  ascent: number | null
  descent: number | null
  min_lat: number
  min_lon: number
  max_lat: number
  max_lon: number
  thumbnail: string
  created_at: number
  import_task_id: number | null
}

export interface SegmentBestsTable {
  segment_id: number
  user_id: number
  audience: Visibility
  effort_id: number
  duration: number
}

export interface SegmentEffortsTable {
  id: Generated<number>
  segment_id: number
  workout_id: number
  user_id: number
  started_at: number
  duration: number
  is_hidden: SqlBool
}

export interface SegmentPieceBoxesTable {
  id: number | null
  south: number | null
  north: number | null
  west: number | null
  east: number | null
  first_user: number | null
  last_user: number | null
  workout_id: unknown | null
}

export interface SegmentPiecesTable {
  user_id: number
  id: number
  segment_id: number
  places: Buffer
}

export interface SegmentPointsTable {
  segment_id: Generated<number>
  points: Buffer
}

export interface SegmentStreamsTable {
  segment_id: Generated<number>
  streams: Buffer
}

export interface SegmentsTable {
  id: Generated<number>
  short_id: string
  workout_id: number
  position: number
  started_at: number
  point_count: number
  duration: number
  moving: number
  pauses: number | null
  distance: number
  ascent: number | null
  descent: number | null
  min_alt: number | null
  max_alt: number | null
  ave_speed: number | null
  max_speed: number | null
  ave_pace: number | null
  best_pace: number | null
  ave_cadence: number | null
  max_cadence: number | null
  ave_hr: number | null
  max_hr: number | null
  ave_power: number | null
  max_power: number | null
}

export interface ServerMoveFindingsTable {
  id: Generated<number>
  step: string
  subject: string
  result: MoveResult
  detail: string
}

export interface ServerMoveStepsTable {
  step: string
  after: string | null
  total: number
  moved: Generated<number>
  missed: Generated<number>
  is_done: Generated<SqlBool>
}

export interface ServerMovesTable {
  id: Generated<number>
  source: string
  started_at: number
  finished_at: number | null
}

export interface SessionsTable {
  id: Generated<number>
  user_id: number
  token_hash: string
  created_at: number
  last_seen_on: string
  expires_at: number
  os: string | null
  browser: string | null
  login_method: LoginMethod | null
}

export interface ShareLinksTable {
  id: Generated<number>
  workout_id: number
  secret_hash: string
  with_map: SqlBool
  created_at: number
  expires_at: number | null
  last_opened_on: string | null
}

export interface SportNamesTable {
  user_id: number
  key: string
  name: string
  sport_id: number
}

export interface SportPreferencesTable {
  user_id: number
  sport_id: number
  color: string | null
  is_active: Generated<SqlBool>
  stopped_speed_threshold: number
  pace_speed_display: PaceSpeedDisplay
}

export interface SportsTable {
  id: Generated<number>
  label: string
  is_active: Generated<SqlBool>
  stopped_speed_threshold: number
  pace_speed_display: PaceSpeedDisplay
  is_listed: Generated<SqlBool>
  icon: string | null
  color: string | null
}

export interface ThresholdsTable {
  user_id: number
  kind: ThresholdKind
  sport_id: number
  day: string
  value: number
  import_task_id: number | null
  one_sport_id: number | null
}

export interface TwoFactorLoginsTable {
  user_id: Generated<number>
  sealed_secret: Buffer
  confirmed_at: number | null
  last_step: number | null
}

export interface UncountedWorkoutsTable {
  workout_id: Generated<number>
}

export interface UnlocatedWorkoutsTable {
  workout_id: Generated<number>
}

export interface UnmappedWorkoutsTable {
  workout_id: Generated<number>
}

export interface UnmatchedSegmentsTable {
  workout_id: number
  segment_id: number
}

export interface UsedChallengesTable {
  challenge_hash: string
  expires_at: number
}

export interface UserTaskErrorsTable {
  task_id: number
  path: string
  message: string
  remedy: string | null
}

export interface UserTasksTable {
  id: Generated<number>
  short_id: string
  user_id: number
  type: TaskType
  created_at: number
  updated_at: number | null
  progress: Generated<number>
  is_errored: Generated<SqlBool>
  is_aborted: Generated<SqlBool>
  claimed_by: string | null
  heartbeat_at: number | null
  served_at: Generated<number>
  spent_ms: Generated<number>
  file_path: string | null
  file_size: number | null
  files_count: Generated<number>
  files_done: Generated<number>
  new_workouts_count: Generated<number>
  original_file_name: string | null
  sport_id: number | null
  options: Generated<Json<object>>
  error: string | null
  results: Generated<Json<ImportCounts>>
  is_at_once: Generated<SqlBool>
  crashes: Generated<number>
}

export interface UsersTable {
  id: Generated<number>
  username: string
  email: string
  password_hash: string
  role: Generated<RoleName>
  is_active: Generated<SqlBool>
  created_at: number
  suspended_at: number | null
  session_epoch: Generated<number>
  accepted_policy_at: number | null
  email_to_confirm: string | null
  first_name: string | null
  last_name: string | null
  location: string | null
  bio: string | null
  birth_date: string | null
  picture: string | null
  language: Generated<string>
  timezone: Generated<string>
  date_format: Generated<DateFormat>
  weekm: Generated<SqlBool>
  imperial_units: Generated<SqlBool>
  display_ascent: Generated<SqlBool>
  start_elevation_at_zero: Generated<SqlBool>
  use_raw_gpx_speed: Generated<SqlBool>
  use_dark_mode: Generated<SqlBool | null>
  split_workout_charts: Generated<SqlBool>
  manually_approves_followers: Generated<SqlBool>
  hide_profile_in_users_directory: Generated<SqlBool>
  workouts_visibility: Generated<Visibility>
  analysis_visibility: Generated<Visibility>
  map_visibility: Generated<Visibility>
  hr_visibility: Generated<Visibility>
  calories_visibility: Generated<Visibility>
  missing_elevations_processing: Generated<ElevationSource>
  segments_creation_event: Generated<SegmentsCreationEvent>
  notification_preferences: Generated<Json<Switches>>
  messages_preferences: Generated<Json<Switches>>
  kept_session_hash: string | null
  measurements: Measurements | null
  older_sessions_until: number | null
  last_seen_on: string | null
  storage_bytes: number | null
  quota_bytes: number | null
  media_visibility: Generated<Visibility>
  place_titles: Generated<SqlBool>
}

export interface VisitRecountsTable {
  user_id: Generated<number>
}

export interface WebhookDeliveriesTable {
  id: Generated<number>
  short_id: string
  webhook_id: number
  event: DeliveredEvent
  body: string
  created_at: number
  attempts: Generated<number>
  next_attempt_at: number | null
  delivered_at: number | null
  last_status: number | null
  last_error: string | null
}

export interface WebhooksTable {
  id: Generated<number>
  user_id: number
  url: string
  sealed_secret: Buffer
  events: Json<WebhookEvent[]>
  created_at: number
  disabled_at: number | null
  kind: Generated<WebhookKind>
  topic: string | null
  session_id: number | null
}

export interface WeightsTable {
  user_id: number
  day: string
  kilograms: number
  import_task_id: number | null
}

export interface WorkoutDuplicatesTable {
  workout_id: number
  twin_id: number
  user_id: number
  dismissed_at: number | null
}

export interface WorkoutEquipmentsTable {
  workout_id: number
  equipment_id: number
}

export interface WorkoutIntensityTable {
  workout_id: Generated<number>
  seconds: number
  heart_rate: Buffer | null
  power: Buffer | null
  pace: Buffer | null
  normalised_power: number | null
  graded_speed: number | null
  power_drift: number | null
  pace_drift: number | null
}

export interface WorkoutLikesTable {
  id: Generated<number>
  workout_id: number
  user_id: number
  created_at: number
}

export interface WorkoutLinesTable {
  workout_id: Generated<number>
  coarse: Buffer
  medium: Buffer
  fine: Buffer
}

export interface WorkoutLoadsTable {
  workout_id: Generated<number>
  heart_rate_1: number | null
  heart_rate_2: number | null
  heart_rate_3: number | null
  heart_rate_4: number | null
  heart_rate_5: number | null
  heart_rate_6: number | null
  heart_rate_7: number | null
  power_1: number | null
  power_2: number | null
  power_3: number | null
  power_4: number | null
  power_5: number | null
  power_6: number | null
  power_7: number | null
  pace_1: number | null
  pace_2: number | null
  pace_3: number | null
  pace_4: number | null
  pace_5: number | null
  pace_6: number | null
  pace_7: number | null
  load: number | null
  load_source: LoadSource | null
  trimp: number | null
  is_estimated: Generated<SqlBool>
}

export interface WorkoutRegionsTable {
  workout_id: number
  country: string
  region: string
  share: number
}

export interface WorkoutSumsTable {
  user_id: number
  period: SumPeriod
  number: number
  sport_id: number
  workouts: number
  suspended: number
  shared: number
  distance: number
  moving: number
  ascent: number
  ascents: number
  descent: number
  descents: number
  speed: number
  speeds: number
  pace: number
  paces: number
  calories: number
  with_calories: number
}

export interface WorkoutThumbnailsTable {
  workout_id: Generated<number>
  kind: ThumbnailKind
  path: string
}

export interface WorkoutTilesTable {
  workout_id: Generated<number>
  tiles: Buffer
}

export interface WorkoutsTable {
  id: Generated<number>
  short_id: string
  user_id: number
  sport_id: number
  title: string | null
  description: string | null
  notes: string | null
  workout_date: number
  creation_date: number
  modification_date: number | null
  duration: number
  moving: number
  pauses: number | null
  distance: number
  ascent: number | null
  descent: number | null
  min_alt: number | null
  max_alt: number | null
  ave_speed: number | null
  max_speed: number | null
  ave_pace: number | null
  best_pace: number | null
  ave_cadence: number | null
  max_cadence: number | null
  ave_hr: number | null
  max_hr: number | null
  ave_power: number | null
  max_power: number | null
  calories: number | null
  source: string | null
  elevation_data_source: Generated<ElevationSource>
  workout_visibility: Generated<Visibility>
  analysis_visibility: Generated<Visibility>
  map_visibility: Generated<Visibility>
  suspended_at: number | null
  original_file: string | null
  map_id: string | null
  map_file: string | null
  min_lat: number | null
  min_lon: number | null
  max_lat: number | null
  max_lon: number | null
  start_lat: number | null
  start_lon: number | null
  weather_start: Json<Weather> | null
  weather_end: Json<Weather> | null
  import_warnings: Json<ImportWarning[]> | null
  original_hash: string | null
  is_analysed: Generated<SqlBool>
  is_device_read: Generated<SqlBool>
  is_routed: Generated<SqlBool>
  measured_by: Json<MeasuredBy> | null
  event_id: string | null
  leg: number | null
  is_transition: Generated<SqlBool>
  is_excluded: Generated<SqlBool>
  edits: Json<TrackEdits> | null
  split_id: string | null
  pool_unit: PoolUnit | null
  media_visibility: Generated<Visibility>
  photo_count: Generated<number>
}

export interface ZoneRulesTable {
  user_id: Generated<number>
  heart_rate_model: HeartRateModel
  trimp_weighting: TrimpWeighting
  import_task_id: number | null
  energy_formula: Generated<EnergyFormula>
}

export interface Tables {
  app_config: AppConfigTable
  appeals: AppealsTable
  attempt_windows: AttemptWindowsTable
  audit_entries: AuditEntriesTable
  blacklisted_tokens: BlacklistedTokensTable
  blocks: BlocksTable
  chore_runs: ChoreRunsTable
  comment_likes: CommentLikesTable
  comments: CommentsTable
  default_equipments: DefaultEquipmentsTable
  device_laps: DeviceLapsTable
  efforts: EffortsTable
  equipment_types: EquipmentTypesTable
  equipments: EquipmentsTable
  excluded_efforts: ExcludedEffortsTable
  first_visits: FirstVisitsTable
  follows: FollowsTable
  former_recordings: FormerRecordingsTable
  idempotency_keys: IdempotencyKeysTable
  identities: IdentitiesTable
  import_entries: ImportEntriesTable
  invitations: InvitationsTable
  kept_answers: KeptAnswersTable
  kept_originals: KeptOriginalsTable
  load_sums: LoadSumsTable
  load_updates: LoadUpdatesTable
  login_addresses: LoginAddressesTable
  mail_outbox: MailOutboxTable
  member_notes: MemberNotesTable
  mentions: MentionsTable
  notifications: NotificationsTable
  oauth2_apps: Oauth2AppsTable
  oauth2_grants: Oauth2GrantsTable
  oauth2_tokens: Oauth2TokensTable
  passkeys: PasskeysTable
  personal_tokens: PersonalTokensTable
  photos: PhotosTable
  planned_courses: PlannedCoursesTable
  privacy_settings: PrivacySettingsTable
  privacy_zones: PrivacyZonesTable
  purpose_tokens: PurposeTokensTable
  ranked_segment_boxes: RankedSegmentBoxesTable
  ranked_segments: RankedSegmentsTable
  records: RecordsTable
  recovery_codes: RecoveryCodesTable
  registration_requests: RegistrationRequestsTable
  remeasurements: RemeasurementsTable
  report_actions: ReportActionsTable
  report_comments: ReportCommentsTable
  reports: ReportsTable
  route_boxes: RouteBoxesTable
  route_workouts: RouteWorkoutsTable
  routes: RoutesTable
  saved_courses: SavedCoursesTable
  segment_bests: SegmentBestsTable
  segment_efforts: SegmentEffortsTable
  segment_piece_boxes: SegmentPieceBoxesTable
  segment_pieces: SegmentPiecesTable
  segment_points: SegmentPointsTable
  segment_streams: SegmentStreamsTable
  segments: SegmentsTable
  server_move_findings: ServerMoveFindingsTable
  server_move_steps: ServerMoveStepsTable
  server_moves: ServerMovesTable
  sessions: SessionsTable
  share_links: ShareLinksTable
  sport_names: SportNamesTable
  sport_preferences: SportPreferencesTable
  sports: SportsTable
  thresholds: ThresholdsTable
  two_factor_logins: TwoFactorLoginsTable
  uncounted_workouts: UncountedWorkoutsTable
  unlocated_workouts: UnlocatedWorkoutsTable
  unmapped_workouts: UnmappedWorkoutsTable
  unmatched_segments: UnmatchedSegmentsTable
  used_challenges: UsedChallengesTable
  user_task_errors: UserTaskErrorsTable
  user_tasks: UserTasksTable
  users: UsersTable
  visit_recounts: VisitRecountsTable
  webhook_deliveries: WebhookDeliveriesTable
  webhooks: WebhooksTable
  weights: WeightsTable
  workout_duplicates: WorkoutDuplicatesTable
  workout_equipments: WorkoutEquipmentsTable
  workout_intensity: WorkoutIntensityTable
  workout_likes: WorkoutLikesTable
  workout_lines: WorkoutLinesTable
  workout_loads: WorkoutLoadsTable
  workout_regions: WorkoutRegionsTable
  workout_sums: WorkoutSumsTable
  workout_thumbnails: WorkoutThumbnailsTable
  workout_tiles: WorkoutTilesTable
  workouts: WorkoutsTable
  zone_rules: ZoneRulesTable
}

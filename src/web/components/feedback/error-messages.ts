import { ERROR_TEXTS, type ErrorCode } from '@/lib/error-codes'
import type { TextKey } from '@/web/i18n/text'

/** Errors that no screen can cause. Their texts are for programs. */
type ForPrograms =
  | 'page_of_other_site'
  | 'gone'
  | 'sport_unknown'
  | 'numbers_missing'
  | 'authorization_denied'
  | 'host_invalid'
  | 'form_too_large'
  | 'checksum_differs'
  | 'backup_running'
  | 'precondition_failed'
  | 'equipment_used'
  | 'method_not_allowed'
  | 'media_type_unsupported'
  | 'idempotency_key_invalid'
  | 'idempotency_conflict'
  | 'headers_too_large'
  | 'request_too_slow'

/** Translated texts that explain what happened and what to do, by the code of the error. */
const MESSAGES: Record<Exclude<ErrorCode, ForPrograms>, TextKey> = {
  invalid_credentials: 'refusal.credentials',
  two_factor_unchanged: 'refusal.decided',
  two_factor_code_wrong: 'twoFactor.wrong',
  two_factor_code_required: 'twoFactor.codeRule',
  token_missing: 'refusal.session',
  token_expired: 'refusal.session',
  token_invalid: 'refusal.session',
  link_invalid: 'refusal.link',
  setup_link_invalid: 'refusal.setupLink',
  already_set_up: 'refusal.setUp',
  account_suspended: 'refusal.suspended',
  forbidden: 'refusal.forbidden',
  login_failed: 'refusal.loginFailed',
  recent_login_required: 'refusal.recentLogin',
  password_login_off: 'refusal.passwordLoginOff',
  no_account: 'refusal.noAccount',
  email_missing: 'refusal.noEmail',
  account_exists: 'refusal.accountExists',
  provider_unreachable: 'refusal.providerDown',
  login_in_other_browser: 'refusal.loginElsewhere',
  only_login: 'refusal.onlyLogin',
  login_linked: 'refusal.linkedElsewhere',
  login_way_off: 'refusal.loginWayOff',
  proxy_silent: 'refusal.proxySilent',
  proxy_name_invalid: 'refusal.proxyName',
  registration_closed: 'refusal.registration',
  invitation_invalid: 'refusal.invitation',
  already_invited: 'refusal.decided',
  policy_not_accepted: 'refusal.policy',
  username_taken: 'refusal.usernameTaken',
  email_used: 'refusal.emailUsed',
  email_unchanged: 'refusal.sameEmail',
  email_invalid: 'account.email.rule',
  password_too_common: 'refusal.commonPassword',
  password_too_short: 'account.password.rule',
  username_invalid: 'account.username.rule',
  reason_invalid: 'register.reasonRule',
  owner_protected: 'refusal.owner',
  last_administrator: 'refusal.lastAdmin',
  url_not_found: 'refusal.gone',
  user_not_found: 'refusal.gone',
  sport_not_found: 'refusal.sport',
  workout_not_found: 'refusal.gone',
  comment_not_found: 'refusal.gone',
  file_not_found: 'refusal.gone',
  no_original_file: 'refusal.noOriginal',
  picture_not_found: 'refusal.gone',
  map_not_found: 'refusal.gone',
  segment_not_found: 'refusal.gone',
  follow_not_found: 'refusal.gone',
  app_not_found: 'refusal.gone',
  task_not_found: 'refusal.gone',
  sanction_not_found: 'refusal.gone',
  duplicate_not_found: 'refusal.gone',
  edits_not_found: 'refusal.gone',
  not_found: 'refusal.gone',
  nothing_can_be_saved: 'refusal.diskFailed',
  busy: 'refusal.busy',
  read_only: 'refusal.onlyReading',
  storage_unreachable: 'refusal.noFiles',
  no_space_left: 'refusal.full',
  storage_quota_exceeded: 'refusal.storageUsedUp',
  workout_quota_exceeded: 'refusal.workoutsUsedUp',
  rate_limit_exceeded: 'refusal.tooOften',
  processing_failed: 'file.notProcessed',
  file_damaged: 'file.damaged',
  file_not_an_activity: 'file.notActivity',
  file_without_times: 'file.noTimes',
  file_unknown: 'file.unknown',
  file_without_track: 'file.noTrack',
  file_without_positions: 'file.noPlaces',
  segments_overlap: 'file.sameStart',
  values_exceed_limits: 'file.overLimits',
  file_too_long: 'file.tooLong',
  too_few_points: 'refusal.tooFewPoints',
  file_too_slow: 'file.tooSlow',
  file_without_sport: 'file.noSport',
  upload_too_large: 'refusal.fileSize',
  file_too_large: 'file.tooLarge',
  request_too_large: 'error.tooLarge',
  archive_damaged: 'archive.damaged',
  archive_unsafe: 'archive.unsafe',
  archive_too_many_files: 'archive.tooMany',
  archive_empty: 'archive.empty',
  import_ongoing: 'archive.ongoing',
  import_interrupted: 'archive.interrupted',
  import_failed: 'archive.failed',
  import_state: 'refusal.importState',
  file_type_not_allowed: 'refusal.fileType',
  file_missing: 'refusal.noFile',
  picture_too_large: 'refusal.picture',
  photo_too_large: 'refusal.photoSize',
  photo_unreadable: 'refusal.photo',
  too_many_photos: 'refusal.tooManyPhotos',
  photo_not_found: 'refusal.gone',
  export_ongoing: 'refusal.exportOngoing',
  export_done: 'refusal.exportDone',
  not_measuring: 'refusal.decided',
  edit_without_effect: 'refusal.noEffect',
  split_first: 'refusal.splitFirst',
  too_many_edits: 'refusal.tooManyEdits',
  too_many_links: 'refusal.tooManyLinks',
  sport_invalid: 'refusal.sport',
  number_invalid: 'refusal.numbers',
  already_decided: 'refusal.decided',
  already_reported: 'refusal.reported',
  own_content: 'refusal.ownReport',
  text_missing: 'refusal.noText',
  already_appealed: 'refusal.appealed',
  follow_not_allowed: 'refusal.follow',
  label_too_long: 'refusal.longLabel',
  description_too_long: 'refusal.longDescription',
  label_used: 'refusal.sameLabel',
  equipment_type_invalid: 'refusal.equipmentType',
  too_much_equipment: 'refusal.manyMisc',
  equipment_type_repeated: 'refusal.oneOfKind',
  too_many_sport_names: 'refusal.sportNames',
  sport_used: 'refusal.sportUsed',
  sport_label_used: 'refusal.sameSport',
  sport_label_invalid: 'refusal.sportLabel',
  redirect_not_registered: 'refusal.redirect',
  scope_unknown: 'refusal.scopes',
  scope_missing: 'refusal.noScope',
  too_many_tokens: 'refusal.tooManyTokens',
  too_many_webhooks: 'refusal.tooManyWebhooks',
  too_many_deliveries: 'refusal.tooManyDeliveries',
  limits_contradict: 'refusal.limits',
  invalid_payload: 'refusal.payload',
  value_invalid: 'refusal.payload',
  server_error: 'refusal.fault',
}

const hasMessage = (code: ErrorCode): code is keyof typeof MESSAGES => code in MESSAGES

/** The texts of the server's errors, with their translations. */
export const ERROR_MESSAGES: readonly (readonly [RegExp, TextKey])[] = ERROR_TEXTS.flatMap(
  ([code, texts]) => (hasMessage(code) ? [[texts, MESSAGES[code]] as const] : []),
)

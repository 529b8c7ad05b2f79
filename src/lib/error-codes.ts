/**
 * Stable names of errors, for programs. The texts of errors are in English and, where the contract defines them, cannot
 * change; a code identifies the error whatever its text contains.
 */

/** Every code with the texts that it stands for. The first match applies. */
export const ERROR_TEXTS = [
  // Logging in, accounts and permissions
  ['invalid_credentials', /^invalid credentials$/],
  ['two_factor_unchanged', /^two-factor login is (already on|off)$/],
  ['two_factor_code_wrong', /^the two-factor code is wrong or used$/],
  ['two_factor_code_required', /^a two-factor code is required;/],
  ['token_missing', /^provide a valid auth token$/],
  ['token_expired', /^signature expired, please log in again$/],
  ['token_invalid', /^(invalid token, please log in again$|The access token provided is)/],
  ['link_invalid', /^invalid token, please request a new token$/],
  ['setup_link_invalid', /^this setup link is not valid$/],
  ['already_set_up', /^this server has been set up already$/],
  ['account_suspended', /, your account is suspended$/],
  ['forbidden', /^(you do not have permissions$|The request requires higher privileges)/],
  ['login_failed', /^the login failed/],
  ['recent_login_required', /^log in again to continue$/],
  ['password_login_off', /^logins with a password are turned off/],
  ['no_account', /^no account on this server is linked/],
  ['email_missing', /^your login has no valid email address/],
  ['account_exists', /^an account with this email address exists/],
  ['provider_unreachable', /^the login provider is unreachable/],
  ['login_in_other_browser', /^this login was/],
  ['only_login', /^this is the only/],
  ['login_linked', /^this login is/],
  ['login_way_off', /^this server has no/],
  ['proxy_silent', /^the proxy did/],
  ['proxy_name_invalid', /^the proxy/],
  ['page_of_other_site', /^only the pages of this server may do this$/],
  ['registration_closed', /^error, registration is disabled$/],
  ['invitation_invalid', /^this invitation is invalid/],
  ['already_invited', /^this address is already invited$/],
  ['policy_not_accepted', /you must agree privacy policy to register$/],
  ['username_taken', /that username is already taken$/],
  ['email_used', /^email: this address is already used$/],
  ['email_unchanged', /^new email must be different than current email$/],
  ['email_invalid', /valid email must be provided$/],
  ['password_too_common', /^password: too common$/],
  ['password_too_short', /^password: .* characters required$/],
  ['username_invalid', /^username: /],
  ['reason_invalid', /^reason: /],
  ['owner_protected', /^(user with owner rights|you can not delete owner|'owner' can not be set)/],
  ['last_administrator', /no other user has admin rights$/],
  // Objects that do not exist, or that the caller may not see
  ['url_not_found', /^the requested URL was not found/],
  ['user_not_found', /^user (not found|does not exist)$/],
  [
    'sport_not_found',
    /^(sport does not exist|sport id \d+ not found|Sport id: .* does not exist)$/,
  ],
  ['workout_not_found', /^workout not found( \(id|$)/],
  ['comment_not_found', /^(workout )?comment not found$/],
  ['file_not_found', /^(file not found$|no file for|map file does not exist)/i],
  ['no_original_file', /^(workout without|no) original file/],
  ['picture_not_found', /^no picture/i],
  ['map_not_found', /^(map does not exist|geojson not found)/i],
  ['segment_not_found', /^no segments?\b/i],
  ['follow_not_found', /^(relationship|follow request) does not exist/i],
  ['app_not_found', /^(The client does not exist|OAuth2 (client|grant) not found)/],
  ['task_not_found', /^no task found$/],
  ['sanction_not_found', /^(no sanction found|user account is not suspended)$/],
  ['duplicate_not_found', /^no duplicates found$/],
  ['edits_not_found', /^the recording has no edits$/],
  ['photo_not_found', /^media .*not found$/],
  ['not_found', /^not found$| not found$/],
  ['gone', /^this was removed$/],
  // The state of the server
  ['nothing_can_be_saved', /^nothing can be saved until/],
  ['busy', /^(the database is busy|the server is busy)/],
  ['read_only', /^(the primary server is unreachable|this server is read-only),/],
  ['storage_unreachable', /^the file storage is unreachable,/],
  ['no_space_left', /^no space left/],
  ['storage_quota_exceeded', /^the storage of this account/],
  ['workout_quota_exceeded', /^this account has as many workouts/],
  ['rate_limit_exceeded', /^rate limit exceeded/],
  // Recordings
  ['processing_failed', /^error when processing workout$/],
  ['file_damaged', /^error when parsing|^(unsupported kml file|gpx file is invalid)$/],
  ['file_not_an_activity', /^the file contains .*, not a recorded activity:/],
  ['file_without_times', /^(the file has no times:|<time> is missing)/],
  ['file_unknown', /^invalid file$/],
  ['file_without_track', /^no (tracks in|activities in|laps or no tracks|valid segments in)/],
  ['file_without_positions', /^no (coordinates in|valid segments with GPS)/],
  ['segments_overlap', /^some segments have same start date$/],
  ['values_exceed_limits', /^one or more values, entered or calculated, exceed the limits$/],
  ['file_too_long', /^file contains too many/],
  ['too_few_points', /^the edits leave fewer than two points/],
  ['file_too_slow', /^file takes too long|^upload execution time exceeding limit$/],
  ['file_without_sport', /^the file (does not say|calls) its sport/],
  // Uploads and imports
  ['upload_too_large', /^Error during .* upload, file size .*exceeds (?<most>.*?)\.$/],
  ['file_too_large', /^file is too large|^at least one file in zip archive exceeds/],
  ['request_too_large', /^the request is too large/],
  ['archive_damaged', /^(invalid zip file|archive file does not exist|damaged archive)$/],
  ['archive_unsafe', /^archive (contains (unsafe|links|files with)|is encrypted)/],
  ['archive_too_many_files', /^the number of files in the archive exceeds/],
  ['archive_empty', /^archive does not contain valid workout files$/],
  ['import_ongoing', /^ongoing upload task exists$/],
  ['import_interrupted', /^the import was interrupted$/],
  ['import_failed', /^error during archive processing$/],
  ['import_state', /^(only .*tasks|queued or )/],
  ['file_type_not_allowed', /^(file extension not allowed|invalid file extension)$/],
  ['file_missing', /^no (file part|selected file)$/],
  ['picture_too_large', /^picture exceeds/],
  ['sport_unknown', /^unknown sport /],
  ['numbers_missing', /^neither a recording nor date, distance and duration$/],
  ['photo_too_large', /^photo exceeds/],
  ['photo_unreadable', /^(error when reading media|HEIC photos)/],
  ['too_many_photos', /^a workout can have up to .* photos/],
  ['checksum_differs', /^the file was damaged on the way/],
  ['export_ongoing', /^ongoing request exists$/],
  ['export_done', /^completed request already exists$/],
  ['backup_running', /^a backup is already being made$/],
  // Workouts and their recordings
  ['not_measuring', /^workouts are not being measured$/],
  ['edit_without_effect', /^the edit changes nothing:/],
  ['split_first', /^(undo the split in|the recording was split:)/],
  ['too_many_edits', /^a recording can have up to .* edits:/],
  ['too_many_links', /^a workout can have up to .* links:/],
  ['precondition_failed', /^it was changed in the meantime$/],
  ['sport_invalid', /^(invalid sport |sport \(id|no sport id)/],
  [
    'number_invalid',
    /^('stopped_speed|invalid (duration|format for workout date|ascent or descent|radius|date format))/,
  ],
  // Moderation
  [
    'already_decided',
    / (already (suspended|reactivated|warned)|has been deleted|is not suspended|has no suspension)$|^Follow request from user .* already|^there is no appeal against|^the sanction was lifted already$/,
  ],
  ['already_reported', /^a report already exists$/],
  ['own_content', /^users can not report their own/],
  ['text_missing', /^no text provided$/],
  ['already_appealed', /^you can appeal only once$/],
  ['follow_not_allowed', /^you can not follow this user$/],
  // Equipment and sports
  ['label_too_long', /^label exceeds 50 characters$/],
  ['description_too_long', /^description exceeds 200 characters$/],
  ['label_used', /^equipment already exists with the same label$/],
  ['equipment_type_invalid', /^(equipment type is inactive|invalid equipment type id)$/],
  ['too_much_equipment', /^a maximum of \d+ pieces of Misc equipment/],
  ['equipment_type_repeated', /^only one piece of equipment per type/],
  ['equipment_used', /^you cannot delete equipment that has workouts/],
  ['too_many_sport_names', /^too many sport names$/],
  ['sport_used', /^sport has workouts/],
  ['sport_label_used', /^sport with the same label/],
  ['sport_label_invalid', /^the label of a sport has/],
  // Apps and tokens
  ['authorization_denied', /^The resource owner or authorization server denied/],
  ['redirect_not_registered', /^Redirect URI .* is not supported by client/],
  ['scope_unknown', /^(OAuth2 client invalid scopes$|unknown scope )/],
  ['scope_missing', /^a token needs at least one scope$/],
  ['too_many_tokens', /^an account can have up to .* tokens:/],
  // The request
  ['method_not_allowed', /^the method is not allowed for the requested URL$/],
  ['media_type_unsupported', /^the body (must be|has an unknown content encoding)/],
  ['idempotency_key_invalid', /^the idempotency key /],
  ['idempotency_conflict', /^the first request with this key /],
  ['headers_too_large', /^the request headers are too large$/],
  ['host_invalid', /^(there is more than one host|the host is malformed)$/],
  ['form_too_large', /^the form has too (many parts|much text)$/],
  ['request_too_slow', /^the request arrived too slowly$/],
  ['limits_contradict', / must be (less|greater|equal) /],
  ['invalid_payload', /^invalid payload$/],
  [
    'value_invalid',
    /^(icon .* does not exist|only custom sports|too many sports$|(invalid|no) (visibility|value for|role|hexadecimal|request data|valid param|task type|stats type|time period|sport_ids|'))|^invalid .* for (workout|sport) |^'elevation_data_source' can not|^(OAuth2 client metadata missing|equipment_ids |the 'label')|(is missing|is not valid)$/,
  ],
  ['server_error', /^(error(,| during| on| when)|db unavailable)/i],
] as const satisfies readonly (readonly [code: string, texts: RegExp])[]

/** Codes of errors whose text has no code of its own, by status. */
const STATUS_CODES = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  410: 'gone',
  412: 'precondition_failed',
  413: 'content_too_large',
  422: 'unprocessable_content',
  503: 'unavailable',
} as const

export type ErrorCode = (typeof ERROR_TEXTS)[number][0]

/** The code of an error; that of its status if its text has none. Of several lines, the first counts. */
export function errorCode(status: number, text: string): string {
  const [line = ''] = text.replace(/^Errors: /, '').split('\n')
  const known = ERROR_TEXTS.find(([, texts]) => texts.test(line))
  if (known) return known[0]
  return STATUS_CODES[status as keyof typeof STATUS_CODES] ?? 'server_error'
}

/** All codes, in alphabetical order. */
export const ERROR_CODES: readonly string[] = [
  ...new Set([...ERROR_TEXTS.map(([code]) => code), ...Object.values(STATUS_CODES)]),
].sort()

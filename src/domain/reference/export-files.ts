/** The files of lists and objects in the data export of an account, in the order in which they are written. */
export const EXPORT_FILES = {
  profile: 'user_data.json',
  workouts: 'user_workouts_data.json',
  equipments: 'user_equipments_data.json',
  comments: 'user_comments_data.json',
  tokens: 'user_tokens_data.json',
  webhooks: 'user_webhooks_data.json',
  shareLinks: 'user_share_links_data.json',
  privacySettings: 'user_privacy_settings_data.json',
  privacyZones: 'user_privacy_zones_data.json',
  sportNames: 'user_sport_names_data.json',
  courses: 'user_courses_data.json',
  segments: 'user_segments_data.json',
  weights: 'user_weights_data.json',
  thresholds: 'user_thresholds_data.json',
  zoneRules: 'user_zone_rules_data.json',
  analyses: 'user_analysis_data.json',
  photos: 'user_photos_data.json',
  additionalFiles: 'user_additional_files_data.json',
} as const

/** The folders of files in the data export of an account. */
export const EXPORT_FOLDERS = {
  originals: 'workout_files',
  additionalFiles: 'additional_files',
  photos: 'photos',
} as const

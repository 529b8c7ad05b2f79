import type { Config } from '@/config/config'
import type { AppConfigRow } from '@/db/queries/app-config'
import { httpDate } from '@/lib/http-date'
import { VERSION } from '@/version'

/** Date of the privacy policy that applies until an administrator writes one. */
const DEFAULT_POLICY_DATE = '2024-12-23 19:00:00'

interface Instance {
  settings: AppConfigRow
  config: Config
  registrationOpen: boolean
}

/** The `data` of `GET /api/config`. */
export const presentAppConfig = ({ settings, config, registrationOpen }: Instance) => ({
  about: settings.about,
  admin_contact: settings.admin_contact,
  elevation_services: {
    open_elevation: config.elevation.openElevation !== undefined,
    valhalla: config.elevation.valhalla !== undefined,
  },
  file_limit_import: settings.file_limit_import,
  file_sync_limit_import: settings.file_sync_limit_import,
  global_map_workouts_limit: settings.global_map_workouts_limit,
  is_email_sending_enabled: config.mail !== undefined,
  is_registration_enabled: registrationOpen,
  map_attribution: config.map.attribution,
  max_single_file_size: settings.max_single_file_size,
  max_users: settings.max_users,
  max_zip_file_size: settings.max_zip_file_size,
  privacy_policy: settings.privacy_policy,
  privacy_policy_date:
    settings.privacy_policy_at === null
      ? DEFAULT_POLICY_DATE
      : httpDate(settings.privacy_policy_at),
  server_version: VERSION.server,
  stats_workouts_limit: settings.stats_workouts_limit,
  version: VERSION.api,
  weather_provider: config.weather?.provider ?? null,
})

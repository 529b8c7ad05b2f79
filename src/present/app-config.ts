import { type Static, Type } from '@sinclair/typebox'
import type { Config } from '@/config/config'
import type { AppConfigRow } from '@/db/queries/app-config'
import { httpDate } from '@/lib/http-date'
import { hasOpenElevation } from '@/policy/preferences'
import { VERSION } from '@/version'
import { count, flag, nullable, text } from './scalars'

/** Date of the privacy policy that applies until an administrator writes one. */
const DEFAULT_POLICY_DATE = '2024-12-23 19:00:00'

interface Instance {
  settings: AppConfigRow
  config: Config
  registrationOpen: boolean
}

export const appConfig = Type.Object(
  {
    about: nullable(text('What the administrators say of this server; Markdown.')),
    admin_contact: nullable(text('Mail address of the administrators.')),
    elevation_services: Type.Object(
      {
        open_elevation: flag('Elevations from Open-Elevation, or from tiles on this server.'),
        valhalla: flag('Elevations from Valhalla.'),
      },
      { description: 'Services that can fill in missing elevations here.' },
    ),
    elevation_tiles: flag(
      'Whether there are tiles on this server, which are asked before Open-Elevation.',
    ),
    file_limit_import: count('Most recordings in an archive.'),
    file_sync_limit_import: count('Most recordings of an archive that are read at once.'),
    global_map_workouts_limit: count('Most workouts on the map of all workouts.'),
    is_email_sending_enabled: flag('Whether this server sends mail.'),
    is_registration_enabled: flag('Whether anybody may register.'),
    map_attribution: text('Whom to name on maps; HTML.'),
    max_single_file_size: count('Most bytes of a recording or picture.'),
    max_users: count('Registration closes at so many accounts; 0: never.'),
    max_zip_file_size: count('Most bytes of an archive.'),
    privacy_policy: nullable(text('Markdown; null: the one that comes with the clients.')),
    privacy_policy_date: text('Since when the privacy policy applies.'),
    server_version: text('Version of this program.'),
    stats_workouts_limit: count('Most workouts in statistics of a period; 0: no limit.'),
    version: text('Version of the API.'),
    weather_provider: nullable(text('Where weather comes from, if from anywhere.')),
  },
  { $id: 'Configuration', description: 'What clients need to know of this server.' },
)
export type AppConfig = Static<typeof appConfig>

export const presentAppConfig = ({ settings, config, registrationOpen }: Instance): AppConfig => ({
  about: settings.about,
  admin_contact: settings.admin_contact,
  elevation_services: {
    open_elevation: hasOpenElevation(config.elevation),
    valhalla: config.elevation.valhalla !== undefined,
  },
  elevation_tiles: config.elevation.tiles !== undefined,
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

import { type Static, Type } from '@sinclair/typebox'
import type { Config } from '@/lib/config/config'
import { formatHttpDate } from '@/lib/time/http-date'
import { VERSION } from '@/lib/version'
import { DEFAULT_POLICY_AT } from '@/policy/instance'
import { hasOpenElevation } from '@/policy/preferences'
import type { MapDescription } from '@/services/maps/describe-map'
import type { AppConfigRow } from '@/store/db/queries/accounts/app-config'
import { REGISTRATION_MODES } from '@/store/db/schema/columns'
import { count, flag, nullable, oneOf, text } from './fields'

/** The contract has this date in another format than those that administrators set. */
const defaultPolicyDate = new Date(DEFAULT_POLICY_AT).toISOString().slice(0, 19).replace('T', ' ')

interface Instance {
  settings: AppConfigRow
  config: Config
  registrationOpen: boolean
  map: MapDescription
}

const mapTiles = Type.Object(
  {
    bounds: Type.Array(Type.Number(), {
      ...{ minItems: 4, maxItems: 4 },
      description: 'West, south, east and north of the area with tiles, in degrees.',
    }),
    max_zoom: count('Largest zoom level with tiles.'),
    min_zoom: count('Smallest zoom level with tiles.'),
    type: oneOf(
      ['raster', 'vector'],
      'Images, or vector tiles, of which the server also draws images.',
    ),
  },
  { $id: 'MapTiles', description: 'The map tiles of this server; null if it has none.' },
)

export const appConfig = Type.Object(
  {
    about: nullable(text('The administrators’ description of this server; Markdown.')),
    admin_contact: nullable(text('Email address of the administrators.')),
    elevation_services: Type.Object(
      {
        open_elevation: flag('Elevations from Open-Elevation, or from tiles on this server.'),
        valhalla: flag('Elevations from Valhalla.'),
      },
      { description: 'Services that can fill in missing elevations on this server.' },
    ),
    elevation_tiles: flag(
      'Whether there are tiles on this server, which are used before Open-Elevation.',
    ),
    file_limit_import: count('Maximum recordings in an archive.'),
    file_sync_limit_import: count(
      'Maximum recordings of an archive that are imported immediately.',
    ),
    global_map_workouts_limit: count('Maximum workouts on the map of all workouts.'),
    is_email_sending_enabled: flag('Whether email is configured on this server.'),
    is_registration_enabled: flag(
      'Whether anyone can register now, even if an administrator has to approve it.',
    ),
    login_methods: Type.Object(
      {
        passkey: flag('Whether passkeys can be used.'),
        password: flag('Whether email address and password can be used.'),
        provider: nullable(text('Name of the OpenID Connect provider; null without one.')),
        proxy: flag('Whether a proxy in front of this server can log users in.'),
      },
      { description: 'How users can log in.' },
    ),
    map_attribution: text('Attribution on maps; HTML.'),
    map_tiles: nullable(mapTiles),
    max_image_size: count('Maximum bytes of a photo.'),
    max_single_file_size: count('Maximum bytes of a recording or picture.'),
    max_users: count('Number of accounts at which registration closes; 0: never.'),
    max_zip_file_size: count('Maximum bytes of an archive.'),
    privacy_policy: nullable(text('Markdown; null: the default policy of the clients.')),
    privacy_policy_date: text('Date from which the privacy policy applies.'),
    registration_mode: oneOf(
      REGISTRATION_MODES,
      'Who can register: no one, everyone, people with an invitation, or everyone with the approval of an administrator.',
    ),
    server_version: text('Version of the server.'),
    stats_workouts_limit: count('Maximum workouts in statistics of a period; 0: no limit.'),
    version: text('Version of the API.'),
    weather_provider: nullable(text('Weather service; null if none is configured.')),
  },
  { $id: 'PublicConfiguration', description: 'The public configuration of this server.' },
)
export type AppConfig = Static<typeof appConfig>

const presentTiles = ({ tiles }: MapDescription): AppConfig['map_tiles'] =>
  tiles
    ? {
        bounds: [...tiles.bounds],
        max_zoom: tiles.maxZoom,
        min_zoom: tiles.minZoom,
        type: tiles.kind,
      }
    : null

export const presentAppConfig = ({
  settings,
  config,
  registrationOpen,
  map,
}: Instance): AppConfig => ({
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
  login_methods: {
    passkey: config.login.passwords !== 'off',
    password: config.login.passwords !== 'off',
    provider: config.login.provider?.name ?? null,
    proxy: config.login.proxy !== undefined,
  },
  map_attribution: map.attribution,
  map_tiles: presentTiles(map),
  max_image_size: settings.max_image_size,
  max_single_file_size: settings.max_single_file_size,
  max_users: settings.max_users,
  max_zip_file_size: settings.max_zip_file_size,
  privacy_policy: settings.privacy_policy,
  privacy_policy_date:
    settings.privacy_policy_at === null
      ? defaultPolicyDate
      : formatHttpDate(settings.privacy_policy_at),
  registration_mode: settings.registration_mode,
  server_version: VERSION.server,
  stats_workouts_limit: settings.stats_workouts_limit,
  version: VERSION.api,
  weather_provider: config.weather?.provider ?? null,
})

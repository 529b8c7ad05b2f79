import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

/** Every variable the server reads, by its name in the environment. The README table is made from this list. */
export const VARIABLES = {
  DATA_DIR: 'folder of the database, uploads and keys (default ./data)',
  HOST: 'address to listen on (default 127.0.0.1)',
  PORT: 'port to listen on (default 5000)',
  UI_URL: 'public address, used in links (default http://HOST:PORT)',
  UPLOAD_FOLDER: 'folder that holds `uploads` (default DATA_DIR)',
  APP_SECRET_KEY: 'key that signs session tokens (default: made once, kept in DATA_DIR)',
  API_DIALECT: '`spec` (default) or `fittrackee`, see the API notes',
  IMPORT_WITHOUT_GPS: '`false` refuses recordings without positions (default true)',
  TRUSTED_PROXIES:
    'addresses whose X-Forwarded-* headers are believed, comma separated (default none)',
  EMAIL_URL: 'smtp://user:password@host:port?tls=True (or ?ssl=True); empty: no mail is sent',
  SENDER_EMAIL: 'sender of mails',
  TILE_SERVER_URL: 'map tiles, with {s} {z} {x} {y} (default OpenStreetMap)',
  STATICMAP_SUBDOMAINS: 'values for {s} in map images, comma separated (default: left out)',
  DEFAULT_STATICMAP: '`true` draws map images on OpenStreetMap, whatever the tiles (default false)',
  MAP_ATTRIBUTION: 'attribution shown on maps (HTML)',
  OPEN_ELEVATION_API_URL: 'Open-Elevation service',
  VALHALLA_API_URL: 'Valhalla elevation service',
  NOMINATIM_URL: 'place search (default OpenStreetMap Nominatim)',
  WEATHER_API_PROVIDER: '`visualcrossing`',
  WEATHER_API_KEY: 'key of the weather service',
  WEATHER_API_URL: 'address of the weather service (default Visual Crossing)',
  API_RATE_LIMITS: 'for example `300 per 5 minutes`; several separated by commas (default none)',
  AUTH_RATE_LIMITS:
    'the same for failed logins and other guesses, by address and by account, and for links by mail (default `30 per 5 minutes`); `off` disables',
  COMMON_PASSWORDS:
    '`refuse` (default) or `allow` passwords that everybody tries first, and one’s own name',
  TASKS_TIME_LIMIT: 'seconds one background task may take (default 1800)',
  BACKUP_TO: 'folder for full backups by the clock (default none)',
  BACKUP_AT: 'time of day `HH:MM`, or a cron text (default 03:53)',
  BACKUP_KEEP: 'full backups that are kept (default 14)',
  METRICS_TOKEN: 'opens /metrics (Prometheus) to who sends it as bearer token (default: closed)',
  LOG_LEVEL: 'trace, debug, info (default), warn, error',
  LOG_FORMAT: '`text` (default) or `json`',
  APP_LOG: 'file for the log (default: standard output)',
} as const

export type VariableName = keyof typeof VARIABLES
export type Environment = Partial<Record<VariableName, string>>

/** Variables that may be given as the path of a file that holds the value. */
const SECRET_VARIABLES = [
  'APP_SECRET_KEY',
  'EMAIL_URL',
  'WEATHER_API_KEY',
  'METRICS_TOKEN',
] as const

/** Variables of FitTrackee installations that have no meaning here. */
const NOT_NEEDED = [
  'DATABASE_URL',
  'REDIS_URL',
  'APP_WORKERS',
  'APP_TIMEOUT',
  'WORKERS_PROCESSES',
  'DRAMATIQ_LOG',
  'GUNICORN_LOG',
  'FLASK_APP',
  'APP_SETTINGS',
  'ENABLE_GEOSPATIAL_FEATURES',
  'VITE_APP_API_URL',
]

/** A setting that cannot be used; the message says what to change. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** The variables of a process, completed by `.env` in the folder that holds the data folder. */
export function readEnvironment(process: Record<string, string | undefined>, dataDir: string) {
  const file = join(dataDir, '..', '.env')
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  return pick({ ...fromFile, ...process })
}

function pick(raw: Record<string, string | undefined>): { env: Environment; ignored: string[] } {
  const env: Environment = {}
  for (const name of Object.keys(VARIABLES) as VariableName[]) {
    if (raw[name] !== undefined && raw[name] !== '') env[name] = raw[name]
  }
  for (const name of SECRET_VARIABLES) {
    const path = raw[`${name}_FILE`]
    if (path) env[name] = readSecret(name, path, env[name] !== undefined)
  }
  return { env, ignored: NOT_NEEDED.filter((name) => raw[name]) }
}

function readSecret(name: VariableName, path: string, alsoPlain: boolean): string {
  if (alsoPlain) throw new ConfigError(`Both ${name} and ${name}_FILE are set: keep one of them.`)
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    throw new ConfigError(
      `${name}_FILE names ${path}, which cannot be read: correct the path or its permissions.`,
    )
  }
}

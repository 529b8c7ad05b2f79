/** Every variable the server reads, by its name in the environment. The README table is made from this list. */
export const VARIABLES = {
  ENV_FILE: 'file of settings, one NAME=value a line (default `.env` beside the data folder)',
  DATA_DIR: 'folder of the database, uploads and keys (default ./data)',
  HOST: 'address to listen on (default 127.0.0.1)',
  PORT: 'port to listen on (default 5000)',
  LISTEN: '`unix:/path/of.sock` listens on a socket instead of HOST and PORT (default none)',
  SOCKET_MODE: 'permissions of the socket (default 0660)',
  UI_URL:
    'public address, used in links (default http://HOST:PORT, localhost for a HOST of 0.0.0.0 or ::)',
  BASE_PATH: 'path below which everything is, like `/milepost` (default: the path of UI_URL)',
  UPLOAD_FOLDER: 'folder that holds `uploads` (default DATA_DIR)',
  INBOX_FOLDER:
    'folder of the inbox, in which every user has one to drop recordings into; `off` for none (default DATA_DIR/inbox)',
  UPLOADS_S3_BUCKET: 'bucket that holds the uploads instead of a folder (default none)',
  UPLOADS_S3_ENDPOINT: 'address of the S3 service (default: Amazon’s)',
  UPLOADS_S3_REGION: 'region of the bucket (default us-east-1)',
  UPLOADS_S3_PREFIX: 'folder in the bucket (default: all of it)',
  UPLOADS_S3_ACCESS_KEY_ID: 'name of the key to the bucket',
  UPLOADS_S3_SECRET_ACCESS_KEY: 'the key',
  UPLOADS_S3_CACHE: 'megabytes of the bucket that are kept on this disk as well (default 1024)',
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
  WEATHER_API_PROVIDER: '`visualcrossing`, or `open-meteo`, which needs no key',
  WEATHER_API_KEY: 'key of the weather service',
  WEATHER_API_URL: 'address of the weather service (default: that of the provider)',
  API_RATE_LIMITS: 'for example `300 per 5 minutes`; several separated by commas (default none)',
  AUTH_RATE_LIMITS:
    'the same for failed logins and other guesses, by address and by account, and for links by mail (default `30 per 5 minutes`); `off` disables',
  COMMON_PASSWORDS:
    '`refuse` (default) or `allow` passwords that everybody tries first, and one’s own name',
  TASKS_TIME_LIMIT: 'seconds one background task may take (default 1800)',
  BACKUP_TO: 'folder for full backups by the clock (default none)',
  BACKUP_AT:
    'time of day `HH:MM` in the time zone of this machine (`TZ`), or a cron text (default 03:53)',
  BACKUP_KEEP: 'full backups that are kept (default 14)',
  READ_ONLY:
    '`true` only reads, from a copy of the database, and sends the rest to PRIMARY_URL (default false)',
  PRIMARY_URL: 'address of the server that writes, with its base path',
  METRICS_TOKEN: 'opens /metrics (Prometheus) to who sends it as bearer token (default: closed)',
  LOG_LEVEL: 'trace, debug, info (default), warn, error',
  LOG_FORMAT: '`text` (default) or `json`',
  ACCESS_LOG: '`off` leaves requests out of the log (default on)',
  APP_LOG: 'file for the log (default: standard output)',
} as const

export type VariableName = keyof typeof VARIABLES
export type Environment = Partial<Record<VariableName, string>>

/** Variables that may be given as the path of a file that holds the value. */
export const SECRET_VARIABLES: readonly VariableName[] = [
  'APP_SECRET_KEY',
  'EMAIL_URL',
  'WEATHER_API_KEY',
  'METRICS_TOKEN',
  'UPLOADS_S3_SECRET_ACCESS_KEY',
]

/** Variables of FitTrackee installations that have no meaning here. */
export const NOT_NEEDED = [
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

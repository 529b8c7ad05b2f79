/**
 * Every variable that the server reads, by its name in the environment. The table in the handbook is generated from this list.
 */
export const VARIABLES = {
  ENV_FILE:
    'settings file with one NAME=value per line (default: /etc/milepost.env when installed as a service, else `.env` next to the data folder)',
  DATA_DIR:
    'folder for the database, uploads and keys (default: /var/lib/milepost when installed as a service, else ./data)',
  HOST: 'address to listen on (default 127.0.0.1)',
  PORT: 'port to listen on (default 5000)',
  LISTEN: '`unix:/path/of.sock` listens on a socket instead of HOST and PORT (default none)',
  SOCKET_MODE: 'permissions of the socket (default 0660)',
  UI_URL:
    'public URL, used in links (default http://HOST:PORT, with localhost if HOST is 0.0.0.0 or ::)',
  BASE_PATH: 'path that all URLs start with, such as `/milepost` (default: the path of UI_URL)',
  UPLOAD_FOLDER: 'folder that contains `uploads` (default DATA_DIR)',
  INBOX_FOLDER:
    'inbox folder, with a subfolder per user for new recordings; `off` disables it (default DATA_DIR/inbox)',
  UPLOADS_S3_BUCKET: 'S3 bucket for the uploads, instead of a folder (default none)',
  UPLOADS_S3_ENDPOINT: 'URL of the S3 service (default: Amazon)',
  UPLOADS_S3_REGION: 'region of the bucket (default us-east-1)',
  UPLOADS_S3_PREFIX: 'folder in the bucket (default: the whole bucket)',
  UPLOADS_S3_ACCESS_KEY_ID: 'id of the access key',
  UPLOADS_S3_SECRET_ACCESS_KEY: 'secret of the access key',
  UPLOADS_S3_CACHE: 'megabytes of the bucket to cache on this disk (default 1024)',
  APP_SECRET_KEY: 'key that signs session tokens (default: generated once and stored in DATA_DIR)',
  API_DIALECT: '`spec` (default) or `fittrackee`, see the API reference',
  MEASUREMENTS:
    '`device` (default): distance, ascent and times are those of the device where they are credible; `fittrackee`: as FitTrackee computes them (default with API_DIALECT=fittrackee). Each user can choose differently',
  IMPORT_WITHOUT_GPS: '`false` rejects recordings without positions (default true)',
  TRUSTED_PROXIES:
    'IP addresses of proxies whose X-Forwarded-* headers are trusted, comma separated (default none)',
  CORS_ORIGINS:
    'origins of web apps that may call the API from a browser with a token, comma separated, such as `https://app.example.org`; `*`: all (default none)',
  OIDC_ISSUER:
    'URL of an OpenID Connect provider, exactly as it calls its issuer; its redirect URI for this server is UI_URL followed by `/login/callback` (default none)',
  OIDC_CLIENT_ID: 'id of this server at the provider',
  OIDC_CLIENT_SECRET: 'secret of this server at the provider (default: a public client)',
  OIDC_NAME: 'name of the provider on the login page (default: its host)',
  OIDC_SCOPES: 'scopes to request, in addition to `openid` (default `profile email`)',
  OIDC_GROUPS_CLAIM: 'claim that lists the groups of a user (default `groups`)',
  OIDC_ADMIN_GROUP: 'group whose members become administrators when they log in (default none)',
  OIDC_LINK_BY_EMAIL:
    '`true` logs users in to an existing account with the same email address, if the provider has verified it (default false)',
  PROXY_AUTH_HEADER:
    'header in which one of the TRUSTED_PROXIES sends the username (or email address) of the user, such as `Remote-User` (default none)',
  PROXY_AUTH_EMAIL_HEADER:
    'header with the email address, which new accounts need, such as `Remote-Email`',
  PROXY_AUTH_GROUPS_HEADER: 'header with the groups, comma separated, such as `Remote-Groups`',
  AUTO_CREATE_ACCOUNTS:
    'who gets an account with the first login through the provider or proxy, if registration allows it: `off` (default), `everyone`, or the members of the given groups, comma separated',
  LOCAL_LOGIN:
    '`on` (default): logins with email address and password; `existing`: also, but no one can register with a password; `off`: only through the provider or proxy',
  EMAIL_URL: 'smtp://user:password@host:port?tls=True (or ?ssl=True); empty: email is disabled',
  SENDER_EMAIL: 'sender of emails',
  MAP_FILE:
    'PMTiles or MBTiles file with map tiles of a region, instead of a tile server (default none)',
  TILE_SERVER_URL: 'map tiles, with {s} {z} {x} {y}; `off`: no tile server (default OpenStreetMap)',
  STATICMAP_SUBDOMAINS: 'values for {s} in map images, comma separated (default: removed)',
  DEFAULT_STATICMAP:
    '`true` draws map images on OpenStreetMap, whatever TILE_SERVER_URL is (default false)',
  MAP_ATTRIBUTION: 'attribution on maps (HTML) (default: that of MAP_FILE or OpenStreetMap)',
  OPEN_ELEVATION_API_URL: 'URL of an Open-Elevation service',
  VALHALLA_API_URL: 'URL of a Valhalla elevation service',
  NOMINATIM_URL:
    'URL of a Nominatim server for the place search (default: the list of towns in Milepost)',
  WEATHER_API_PROVIDER: '`visualcrossing`, or `open-meteo`, which needs no key',
  WEATHER_API_KEY: 'key of the weather service',
  WEATHER_API_URL: 'URL of the weather service (default: that of the provider)',
  API_RATE_LIMITS: 'for example `300 per 5 minutes`; several separated by commas (default none)',
  AUTH_RATE_LIMITS:
    'the same for failed logins and other guesses, per IP address and per account, and for links sent by email (default `30 per 5 minutes`); `off` disables them',
  QUOTA_STORAGE:
    'megabytes that one account may store: recordings, pictures, photos, exports and its inbox (default 102400); `0`: no limit',
  QUOTA_FILES: 'files that one account may store (default 500000); `0`: no limit',
  QUOTA_WORKOUTS: 'workouts that one account may have (default 250000); `0`: no limit',
  COMMON_PASSWORDS:
    '`refuse` (default) or `allow` very common passwords, and the user’s own name as password',
  TASKS_TIME_LIMIT: 'maximum duration of a background task in seconds (default 1800)',
  BACKUP_TO: 'folder for scheduled full backups (default none)',
  BACKUP_AT:
    'time of day `HH:MM` in the time zone of this machine (`TZ`), or a cron expression (default 03:53)',
  BACKUP_KEEP: 'number of full backups to keep (default 14)',
  NIGHTLY_COPIES:
    'number of nightly copies of the database (without files) to keep in DATA_DIR/backups; 0 disables them (default 7, or 0 with BACKUP_TO)',
  AUDIT_RETENTION: 'days for which the audit log keeps its entries, at least 30 (default 365)',
  WEBHOOK_PRIVATE_HOSTS:
    'names or addresses of hosts in private networks, separated by commas, that webhooks may have, such as `homeassistant.local` (default none)',
  UPDATE_CHECK:
    'URL that is asked once a day for the newest release, as JSON with `tag_name` (like the API of GitHub) or `version`; `off` (default): no requests',
  READ_ONLY:
    '`true` serves reads from a replica of the database and forwards other requests to PRIMARY_URL (default false)',
  PRIMARY_URL: 'URL of the primary server, with its base path',
  METRICS_TOKEN: 'bearer token for /metrics (Prometheus) (default: /metrics is disabled)',
  LOG_LEVEL: 'trace, debug, info (default), warn, error',
  LOG_FORMAT: '`text` (default) or `json`',
  ACCESS_LOG: '`off` omits requests from the log (default on)',
  APP_LOG: 'log file (default: standard output)',
} as const

export type VariableName = keyof typeof VARIABLES
export type Environment = Partial<Record<VariableName, string>>

/** Variables `X` that can also be set as `X_FILE`, the path of a file that contains the value. */
export const SECRET_VARIABLES: readonly VariableName[] = [
  'APP_SECRET_KEY',
  'EMAIL_URL',
  'WEATHER_API_KEY',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'UPLOADS_S3_SECRET_ACCESS_KEY',
]

/** Variables of FitTrackee installations that have no effect here. */
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

/** The variables of a process or a settings file. */
export type Raw = Record<string, string | undefined>

/** Invalid settings. The message has a line for each problem that says what to change. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(...problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Runs checks of settings and collects their errors, so that the administrator sees all problems at once. */
export class ConfigProblems {
  readonly #found: Set<string>

  constructor(found: readonly string[] = []) {
    this.#found = new Set(found)
  }

  /**
   * Returns the result of `read`. If it throws a ConfigError, returns a placeholder that must not be used, and
   * `throwAny` throws later.
   */
  collect<Value>(read: () => Value): Value {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      for (const problem of error.problems) this.#found.add(problem)
      return undefined as Value
    }
  }

  /** @throws ConfigError with all collected problems. */
  throwAny(): void {
    if (this.#found.size > 0) throw new ConfigError(...this.#found)
  }

  list = (): string[] => [...this.#found]
}

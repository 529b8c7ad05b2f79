import { opendirSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { CronPattern } from 'croner'
import type { RateLimit } from '@/lib/network/rate-limiter'
import { type BucketSettings, bucketSettings } from './bucket'
import { ConfigError, ConfigProblems, type Environment } from './environment-variables'
import { basePath, listeningSocket, type SocketSettings } from './listening'
import { type LoginSettings, loginSettings } from './login-settings'
import { type MailSettings, parseMailSettings } from './mail-url'
import { type MapSettings, mapSettings } from './map-settings'
import { parseRateLimits } from './rate-limits'
import { readSettings, type Settings } from './read-settings'
import { list, oneOf, parseOrigins, serviceUrl, wholeNumber, yesOrNo } from './setting-values'
import { type Installation, locateSettings } from './settings-file'

export const DIALECTS = ['spec', 'fittrackee'] as const
export type Dialect = (typeof DIALECTS)[number]

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error'] as const
const LOG_FORMATS = ['text', 'json'] as const

const DEFAULT_WEATHER = 'https://weather.visualcrossing.com'
const DEFAULT_AUTH_LIMITS = '30 per 5 minutes'
const DEFAULT_BACKUP_TIME = '03:53'
const DEFAULT_NIGHTLY_COPIES = 7
const MIN_KEY = 16
/** Addresses that mean all interfaces of a machine. */
const ALL_ADDRESSES = new Set(['0.0.0.0', '::'])

/** The settings of a server. */
export interface Config {
  dataDir: string
  databaseFile: string
  uploadsDir: string
  /** Folder with a subfolder for each user, into which users drop recordings. Undefined when the inbox is off. */
  inboxDir: string | undefined
  /** Stores uploads instead of `uploadsDir`. Undefined when they are stored in `uploadsDir`. */
  bucket: BucketSettings | undefined
  host: string
  port: number
  /** Replaces host and port. */
  socket: SocketSettings | undefined
  /** Public URL including the base path, without a trailing slash. */
  uiUrl: string
  /** Path prefix of all URLs, such as `/milepost`; empty at the root of a host. */
  basePath: string
  /** Key that signs session tokens. Undefined when the server generates one. */
  secretKey: string | undefined
  dialect: Dialect
  /** How recordings of users without a preference are measured. */
  measurements: 'device' | 'fittrackee'
  importWithoutGps: boolean
  trustedProxies: string[]
  /** Origins of pages that may call the API; `*` means all of them. */
  corsOrigins: readonly string[]
  login: LoginSettings
  /** Undefined disables mail. */
  mail: MailSettings | undefined
  map: MapSettings
  elevation: {
    /** Folder with elevation tiles, which are used before Open-Elevation; undefined when there are no tiles. */
    tiles?: string | undefined
    openElevation: string | undefined
    valhalla: string | undefined
  }
  /** Undefined disables weather. The URL has no trailing slash. */
  weather:
    | { provider: 'visualcrossing'; key: string; url: string }
    /** Without a URL, the public service is used. */
    | { provider: 'open-meteo'; key: string | undefined; url: string | undefined }
    | undefined
  /** URL of a Nominatim server; undefined: places are found in the list that is part of the executable. */
  nominatimUrl: string | undefined
  rateLimits: { api: RateLimit[]; auth: RateLimit[] }
  quotas: Quotas
  /** Whether users may choose passwords from the list of common passwords. */
  allowCommonPasswords: boolean
  taskTimeLimitSeconds: number
  /** Undefined disables full backups. */
  backup: BackupSettings | undefined
  /** Number of nightly copies of the database to retain. 0 disables them. */
  nightlyCopies: number
  /** Days after which entries of the audit log are deleted. */
  auditRetentionDays: number
  /** Hosts with private addresses that webhooks may have, in lower case. */
  webhookPrivateHosts: string[]
  /** URL that is asked once a day for the newest release. Undefined disables this. */
  updateCheckUrl: string | undefined
  /** URL of the primary server, without a trailing slash. Undefined when this server is the primary. */
  primaryUrl: string | undefined
  /** Undefined disables metrics. */
  metricsToken: string | undefined
  log: {
    level: string
    format: 'text' | 'json'
    file: string | undefined
    /** Whether to use standard error instead of standard output; set by commands. */
    toStandardError?: boolean
    /** Whether every request is logged. */
    requests: boolean
  }
  /** Variables that are set but have no effect on this server. */
  ignored: string[]
  /** Unknown variables that are probably misspelt. */
  unknown: string[]
}

/** Quotas of one account; 0 means no limit. */
export interface Quotas {
  bytes: number
  files: number
  workouts: number
  /** Whether the quotas that administrators set for single accounts are ignored. */
  ignoresAccounts?: boolean
}

export const NO_QUOTAS: Quotas = { bytes: 0, files: 0, workouts: 0, ignoresAccounts: true }

/** Scheduled full backups. */
export interface BackupSettings {
  /** Folder in which backups are stored. */
  to: string
  /** Cron expression, in local time. */
  at: string
  keep: number
}

/**
 * Loads the settings from flags, the environment and the settings file, in this order of precedence. `installation`
 * provides the default locations of the settings file and the data.
 *
 * @throws ConfigError listing every invalid or contradictory value, and every malformed line.
 */
export function loadConfig(
  flags: Environment,
  process: Record<string, string | undefined>,
  installation?: Installation,
): Config {
  const settings = readSettings(flags, process, installation)
  const checks = new ConfigProblems(settings.problems)
  const config = configFrom(settings, (read) => checks.collect(read))
  checks.throwAny()
  return config
}

/** `check` collects the ConfigErrors that `read` functions throw. */
function configFrom(
  { env, dataDir, ignored, unknown }: Settings,
  check: <Value>(read: () => Value) => Value,
): Config {
  const host = env.HOST ?? '127.0.0.1'
  const port = check(() => wholeNumber('PORT', env.PORT, { fallback: 5000, min: 0, max: 65535 }))
  return {
    dataDir,
    databaseFile: join(dataDir, 'milepost.db'),
    uploadsDir: join(resolve(env.UPLOAD_FOLDER ?? dataDir), 'uploads'),
    inboxDir:
      env.INBOX_FOLDER === 'off' ? undefined : resolve(env.INBOX_FOLDER ?? join(dataDir, 'inbox')),
    bucket: check(() => bucketSettings(env)),
    host,
    port,
    socket: check(() => listeningSocket(env)),
    uiUrl: check(() => publicUrl(env, host, port)),
    basePath: check(() => basePath(env)),
    secretKey: check(() => secretKey(env)),
    ...dialectSettings(env, check),
    importWithoutGps: check(() => yesOrNo('IMPORT_WITHOUT_GPS', env.IMPORT_WITHOUT_GPS, true)),
    trustedProxies: check(() => proxies(env)),
    corsOrigins: check(() => parseOrigins('CORS_ORIGINS', env.CORS_ORIGINS ?? '')),
    login: check(() => loginSettings(env)),
    mail: check(() => parseMailSettings(env.EMAIL_URL, env.SENDER_EMAIL)),
    map: check(() => mapSettings(env, join(dataDir, 'cache', 'tiles'))),
    elevation: {
      tiles: folderWithFiles(join(dataDir, 'elevation')),
      openElevation: check(() => serviceUrl('OPEN_ELEVATION_API_URL', env.OPEN_ELEVATION_API_URL)),
      valhalla: check(() => serviceUrl('VALHALLA_API_URL', env.VALHALLA_API_URL)),
    },
    weather: check(() => weather(env)),
    nominatimUrl: check(() => serviceUrl('NOMINATIM_URL', env.NOMINATIM_URL)),
    rateLimits: rateLimits(env, check),
    quotas: check(() => quotas(env)),
    allowCommonPasswords:
      check(() =>
        oneOf('COMMON_PASSWORDS', env.COMMON_PASSWORDS, ['refuse', 'allow'], 'refuse'),
      ) === 'allow',
    taskTimeLimitSeconds: check(() =>
      wholeNumber('TASKS_TIME_LIMIT', env.TASKS_TIME_LIMIT, {
        fallback: 1800,
        min: 1,
        max: 604800,
      }),
    ),
    backup: check(() => backup(env)),
    nightlyCopies: check(() => nightlyCopies(env)),
    auditRetentionDays: check(() => auditRetention(env)),
    webhookPrivateHosts: list((env.WEBHOOK_PRIVATE_HOSTS ?? '').toLowerCase()),
    updateCheckUrl: check(() => updateCheckUrl(env)),
    primaryUrl: check(() => primaryUrl(env)),
    metricsToken: env.METRICS_TOKEN,
    log: logSettings(env, check),
    ignored,
    unknown,
  }
}

const rateLimits = (
  env: Environment,
  check: <Value>(read: () => Value) => Value,
): Config['rateLimits'] => ({
  api: check(() => parseRateLimits('API_RATE_LIMITS', env.API_RATE_LIMITS ?? 'off')),
  auth: check(() =>
    parseRateLimits('AUTH_RATE_LIMITS', env.AUTH_RATE_LIMITS ?? DEFAULT_AUTH_LIMITS),
  ),
})

/** Clients written for FitTrackee expect its numbers. */
function dialectSettings(
  env: Environment,
  check: <Value>(read: () => Value) => Value,
): Pick<Config, 'dialect' | 'measurements'> {
  const dialect = check(() => oneOf('API_DIALECT', env.API_DIALECT, DIALECTS, 'spec'))
  const fallback = dialect === 'fittrackee' ? 'fittrackee' : 'device'
  const words: Config['measurements'][] = ['device', 'fittrackee']
  return {
    dialect,
    measurements: check(() => oneOf('MEASUREMENTS', env.MEASUREMENTS, words, fallback)),
  }
}

const logSettings = (
  env: Environment,
  check: <Value>(read: () => Value) => Value,
): Config['log'] => ({
  level: check(() => oneOf('LOG_LEVEL', env.LOG_LEVEL?.toLowerCase(), LOG_LEVELS, 'info')),
  format: check(() => oneOf('LOG_FORMAT', env.LOG_FORMAT, LOG_FORMATS, 'text')),
  file: env.APP_LOG,
  requests:
    check(() => oneOf('ACCESS_LOG', env.ACCESS_LOG?.toLowerCase(), ['on', 'off'], 'on')) === 'on',
})

/**
 * Loads the log settings from the current settings file. Settings that the file does not contain are those that the
 * server was started with, because flags and the environment of a process do not change.
 *
 * @throws ConfigError like `loadConfig`.
 */
export function reloadLogSettings(
  flags: Environment,
  process: Record<string, string | undefined>,
  installation?: Installation,
): Config['log'] {
  const { raw } = locateSettings(flags, process, installation)
  const { LOG_LEVEL, ACCESS_LOG } = raw
  return loadConfig(
    { ...flags, ...(LOG_LEVEL && { LOG_LEVEL }), ...(ACCESS_LOG && { ACCESS_LOG }) },
    process,
    installation,
  ).log
}

/** Returns the path of a folder, or undefined when it is missing or empty. */
function folderWithFiles(path: string): string | undefined {
  try {
    const folder = opendirSync(path)
    const isEmpty = folder.readSync() === null
    folder.closeSync()
    return isEmpty ? undefined : path
  } catch {
    return undefined
  }
}

function publicUrl(env: Environment, host: string, port: number): string {
  const path = basePath(env)
  const url = serviceUrl('UI_URL', env.UI_URL)
  if (url !== undefined) return url.endsWith(path) ? url : `${url}${path}`
  if (env.LISTEN) return `http://localhost${path}`
  const hostname = ALL_ADDRESSES.has(host) ? 'localhost' : host
  return `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}${path}`
}

function quotas(env: Environment): Quotas {
  const read = (name: 'QUOTA_STORAGE' | 'QUOTA_FILES' | 'QUOTA_WORKOUTS', fallback: number) =>
    wholeNumber(name, env[name], { fallback, min: 0, max: 2 ** 31 - 1 })
  return {
    bytes: read('QUOTA_STORAGE', 102_400) * 1024 * 1024,
    files: read('QUOTA_FILES', 500_000),
    workouts: read('QUOTA_WORKOUTS', 250_000),
  }
}

const updateCheckUrl = (env: Environment): string | undefined =>
  env.UPDATE_CHECK === 'off' ? undefined : serviceUrl('UPDATE_CHECK', env.UPDATE_CHECK)

function primaryUrl(env: Environment): string | undefined {
  if (!yesOrNo('READ_ONLY', env.READ_ONLY, false)) return undefined
  const url = serviceUrl('PRIMARY_URL', env.PRIMARY_URL)
  if (url) return url
  throw new ConfigError(
    'READ_ONLY is set but PRIMARY_URL is not: set it to the URL of the primary.',
  )
}

function secretKey(env: Environment): string | undefined {
  const key = env.APP_SECRET_KEY
  if (key !== undefined && key.length < MIN_KEY)
    throw new ConfigError(
      `APP_SECRET_KEY has ${key.length} characters: use at least ${MIN_KEY}, or leave it out to have one made.`,
    )
  return key
}

function proxies(env: Environment): string[] {
  const addresses = list(env.TRUSTED_PROXIES ?? '')
  const wrong = addresses.find((address) => isIP(address) === 0)
  if (wrong) throw new ConfigError(`TRUSTED_PROXIES contains '${wrong}': give IP addresses.`)
  return addresses
}

function backup(env: Environment): Config['backup'] {
  if (!env.BACKUP_TO) {
    if (env.BACKUP_AT) throw new ConfigError('BACKUP_AT is set but BACKUP_TO is not: set both.')
    return undefined
  }
  return {
    to: resolve(env.BACKUP_TO),
    at: cronText(env.BACKUP_AT ?? DEFAULT_BACKUP_TIME),
    keep: wholeNumber('BACKUP_KEEP', env.BACKUP_KEEP, { fallback: 14, min: 1, max: 10_000 }),
  }
}

const auditRetention = (env: Environment): number =>
  wholeNumber('AUDIT_RETENTION', env.AUDIT_RETENTION, { fallback: 365, min: 30, max: 36_500 })

/** Disabled by default when full backups are configured, because these contain the database. */
const nightlyCopies = (env: Environment): number =>
  wholeNumber('NIGHTLY_COPIES', env.NIGHTLY_COPIES, {
    fallback: env.BACKUP_TO ? 0 : DEFAULT_NIGHTLY_COPIES,
    min: 0,
    max: 1000,
  })

function cronText(text: string): string {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  if (hours !== undefined) return `${Number(minutes)} ${Number(hours)} * * *`
  try {
    new CronPattern(text)
    return text
  } catch {
    throw new ConfigError(`BACKUP_AT is '${text}': give a time like 03:30, or a cron text.`)
  }
}

function weather(env: Environment): Config['weather'] {
  if (!env.WEATHER_API_PROVIDER && !env.WEATHER_API_KEY) return undefined
  const provider = oneOf(
    'WEATHER_API_PROVIDER',
    env.WEATHER_API_PROVIDER,
    ['visualcrossing', 'open-meteo'],
    'visualcrossing',
  )
  const key = env.WEATHER_API_KEY
  const url = serviceUrl('WEATHER_API_URL', env.WEATHER_API_URL)
  if (provider === 'open-meteo') return { provider, key, url }
  if (!key)
    throw new ConfigError(
      'WEATHER_API_PROVIDER is set but WEATHER_API_KEY is not: set both or none.',
    )
  return { provider, key, url: url ?? DEFAULT_WEATHER }
}

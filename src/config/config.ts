import { opendirSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { CronPattern } from 'croner'
import type { RateLimit } from '@/lib/rate-limiter'
import { type BucketSettings, bucketSettings } from './bucket'
import { ConfigError, type Environment } from './env'
import { basePath, listeningSocket, type SocketSettings } from './listening'
import { type MailSettings, parseMailSettings } from './mail-url'
import { parseRateLimits } from './rate-limits'
import { readSettings, readSettingsFile } from './read-settings'

export const DIALECTS = ['spec', 'fittrackee'] as const
export type Dialect = (typeof DIALECTS)[number]

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error'] as const
const LOG_FORMATS = ['text', 'json'] as const

export const DEFAULT_TILES = 'https://{s}.tile.openstreetmap.org/{z}/{x}/{y}.png'
export const DEFAULT_ATTRIBUTION =
  '&copy; <a href="http://www.openstreetmap.org/copyright" target="_blank" rel="noopener noreferrer">OpenStreetMap</a> contributors'
const DEFAULT_WEATHER = 'https://weather.visualcrossing.com'
const DEFAULT_NOMINATIM = 'https://nominatim.openstreetmap.org'
const DEFAULT_AUTH_LIMITS = '30 per 5 minutes'
const DEFAULT_BACKUP_TIME = '03:53'
const SHORTEST_KEY = 16
/** Addresses that stand for all of a machine. */
const ALL_ADDRESSES = new Set(['0.0.0.0', '::'])

/** Everything an administrator decides before the server starts. */
export interface Config {
  dataDir: string
  databaseFile: string
  uploadsDir: string
  /** Folder with one for each user, into which recordings are dropped; undefined when there is none. */
  inboxDir: string | undefined
  /** Holds the uploads instead; undefined: they are in their folder. */
  bucket: BucketSettings | undefined
  host: string
  port: number
  /** Instead of host and port. */
  socket: SocketSettings | undefined
  /** Public address with the base path, without a trailing slash. */
  uiUrl: string
  /** Path below which everything is, like `/milepost`; empty at the root of a host. */
  basePath: string
  /** Key that signs session tokens, when the administrator brings one. */
  secretKey: string | undefined
  dialect: Dialect
  importWithoutGps: boolean
  trustedProxies: string[]
  /** Undefined: no mail is sent. */
  mail: MailSettings | undefined
  map: MapSettings
  elevation: {
    /** Folder with tiles of elevations, which are asked before Open-Elevation; undefined when there are none. */
    tiles?: string | undefined
    openElevation: string | undefined
    valhalla: string | undefined
  }
  /** The address has no trailing slash. Undefined: no weather is fetched. */
  weather:
    | { provider: 'visualcrossing'; key: string; url: string }
    /** Without an address those of the public service are asked. */
    | { provider: 'open-meteo'; key: string | undefined; url: string | undefined }
    | undefined
  nominatimUrl: string
  rateLimits: { api: RateLimit[]; auth: RateLimit[] }
  /** Whether new passwords may be among those that are tried first. */
  allowCommonPasswords: boolean
  taskTimeLimitSeconds: number
  /** Undefined: only the database is copied every night. */
  backup: BackupSettings | undefined
  /** Address, without a trailing slash, of the server that writes; undefined when it is this one. */
  primaryUrl: string | undefined
  /** Undefined: there are no metrics. */
  metricsToken: string | undefined
  log: {
    level: string
    format: 'text' | 'json'
    file: string | undefined
    /** Whether there is a line for every request. */
    requests: boolean
  }
  /** Variables that are set but have no meaning here. */
  ignored: string[]
  /** Variables that look as if they were meant for us, but are unknown. */
  unknown: string[]
}

/** Full backups by the clock. */
export interface BackupSettings {
  /** Folder that holds them. */
  to: string
  /** Cron text, local time. */
  at: string
  keep: number
}

/** Addresses of map tiles hold `{z}`, `{x}`, `{y}` and possibly `{s}`. */
interface MapSettings {
  /** Of the maps in the browser. */
  tileUrl: string
  /** Of the map images of workouts. */
  imageTileUrl: string
  /** What stands for `{s}` in map images, one picked at random; none: `{s}.` is left out. */
  subdomains: string[]
  /** Where tiles are kept. */
  cacheFolder: string
  attribution: string
}

/**
 * Settings from flags, environment and `.env`, in this order of precedence.
 *
 * @throws ConfigError when a value cannot be used or contradicts another one.
 */
export function loadConfig(
  flags: Environment,
  process: Record<string, string | undefined>,
): Config {
  const dataDir = resolve(flags.DATA_DIR ?? process.DATA_DIR ?? 'data')
  const { env, ignored, unknown } = readSettings(flags, process, dataDir)
  const host = env.HOST ?? '127.0.0.1'
  const port = wholeNumber('PORT', env.PORT, { fallback: 5000, least: 0, most: 65535 })
  return {
    dataDir,
    databaseFile: join(dataDir, 'milepost.db'),
    uploadsDir: join(resolve(env.UPLOAD_FOLDER ?? dataDir), 'uploads'),
    inboxDir:
      env.INBOX_FOLDER === 'off' ? undefined : resolve(env.INBOX_FOLDER ?? join(dataDir, 'inbox')),
    bucket: bucketSettings(env),
    host,
    port,
    socket: listeningSocket(env),
    uiUrl: publicUrl(env, host, port),
    basePath: basePath(env),
    secretKey: secretKey(env),
    dialect: oneOf('API_DIALECT', env.API_DIALECT, DIALECTS, 'spec'),
    importWithoutGps: yesOrNo('IMPORT_WITHOUT_GPS', env.IMPORT_WITHOUT_GPS, true),
    trustedProxies: proxies(env),
    mail: parseMailSettings(env.EMAIL_URL, env.SENDER_EMAIL),
    map: map(env, join(dataDir, 'cache', 'tiles')),
    elevation: {
      tiles: folderWithFiles(join(dataDir, 'elevation')),
      openElevation: serviceUrl('OPEN_ELEVATION_API_URL', env.OPEN_ELEVATION_API_URL),
      valhalla: serviceUrl('VALHALLA_API_URL', env.VALHALLA_API_URL),
    },
    weather: weather(env),
    nominatimUrl: serviceUrl('NOMINATIM_URL', env.NOMINATIM_URL) ?? DEFAULT_NOMINATIM,
    rateLimits: {
      api: parseRateLimits('API_RATE_LIMITS', env.API_RATE_LIMITS ?? 'off'),
      auth: parseRateLimits('AUTH_RATE_LIMITS', env.AUTH_RATE_LIMITS ?? DEFAULT_AUTH_LIMITS),
    },
    allowCommonPasswords:
      oneOf('COMMON_PASSWORDS', env.COMMON_PASSWORDS, ['refuse', 'allow'], 'refuse') === 'allow',
    taskTimeLimitSeconds: wholeNumber('TASKS_TIME_LIMIT', env.TASKS_TIME_LIMIT, {
      fallback: 1800,
      least: 1,
      most: 604800,
    }),
    backup: backup(env),
    primaryUrl: primaryUrl(env),
    metricsToken: env.METRICS_TOKEN,
    log: {
      level: oneOf('LOG_LEVEL', env.LOG_LEVEL?.toLowerCase(), LOG_LEVELS, 'info'),
      format: oneOf('LOG_FORMAT', env.LOG_FORMAT, LOG_FORMATS, 'text'),
      file: env.APP_LOG,
      requests: oneOf('ACCESS_LOG', env.ACCESS_LOG?.toLowerCase(), ['on', 'off'], 'on') === 'on',
    },
    ignored,
    unknown,
  }
}

/**
 * The settings of the log as the settings file says now. What is not in it is as the server was started: flags and
 * the environment of a process cannot change.
 *
 * @throws ConfigError as `loadConfig` does.
 */
export function reloadLogSettings(
  flags: Environment,
  process: Record<string, string | undefined>,
): Config['log'] {
  const { dataDir } = loadConfig(flags, process)
  const { raw } = readSettingsFile(flags.ENV_FILE ?? process.ENV_FILE, dataDir)
  const { LOG_LEVEL, ACCESS_LOG } = raw
  return loadConfig(
    { ...flags, ...(LOG_LEVEL && { LOG_LEVEL }), ...(ACCESS_LOG && { ACCESS_LOG }) },
    process,
  ).log
}

const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function wholeNumber(
  name: string,
  text: string | undefined,
  limits: { fallback: number; least: number; most: number },
): number {
  if (text === undefined) return limits.fallback
  const value = Number(text)
  if (Number.isInteger(value) && value >= limits.least && value <= limits.most) return value
  throw new ConfigError(
    `${name} is '${text}': give a whole number from ${limits.least} to ${limits.most}.`,
  )
}

function oneOf<Word extends string>(
  name: string,
  text: string | undefined,
  words: readonly Word[],
  fallback: Word,
): Word {
  if (text === undefined) return fallback
  const found = words.find((word) => word === text)
  if (found) return found
  throw new ConfigError(`${name} is '${text}': choose one of ${words.join(', ')}.`)
}

const yesOrNo = (name: string, text: string | undefined, fallback: boolean) =>
  oneOf(name, text?.toLowerCase(), ['true', 'false'], fallback ? 'true' : 'false') === 'true'

function serviceUrl(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return text.replace(/\/+$/, '')
  throw new ConfigError(
    `${name} is '${text}': give an address that starts with http:// or https://.`,
  )
}

/** A folder, unless there is nothing in it. */
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
  const shown = ALL_ADDRESSES.has(host) ? 'localhost' : host
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}${path}`
}

function primaryUrl(env: Environment): string | undefined {
  if (!yesOrNo('READ_ONLY', env.READ_ONLY, false)) return undefined
  const url = serviceUrl('PRIMARY_URL', env.PRIMARY_URL)
  if (url) return url
  throw new ConfigError('READ_ONLY is set but PRIMARY_URL is not: name the server that writes.')
}

function secretKey(env: Environment): string | undefined {
  const key = env.APP_SECRET_KEY
  if (key !== undefined && key.length < SHORTEST_KEY)
    throw new ConfigError(
      `APP_SECRET_KEY has ${key.length} characters: use at least ${SHORTEST_KEY}, or leave it out to have one made.`,
    )
  return key
}

function proxies(env: Environment): string[] {
  const addresses = list(env.TRUSTED_PROXIES ?? '')
  const wrong = addresses.find((address) => isIP(address) === 0)
  if (wrong) throw new ConfigError(`TRUSTED_PROXIES holds '${wrong}': give IP addresses.`)
  return addresses
}

function map(env: Environment, cacheFolder: string): MapSettings {
  const tileUrl = env.TILE_SERVER_URL ?? DEFAULT_TILES
  const onDefault = yesOrNo('DEFAULT_STATICMAP', env.DEFAULT_STATICMAP, false)
  return {
    tileUrl,
    imageTileUrl: onDefault ? DEFAULT_TILES : tileUrl,
    subdomains: list(env.STATICMAP_SUBDOMAINS ?? ''),
    cacheFolder,
    attribution: env.MAP_ATTRIBUTION ?? DEFAULT_ATTRIBUTION,
  }
}

function backup(env: Environment): Config['backup'] {
  if (!env.BACKUP_TO) {
    if (env.BACKUP_AT) throw new ConfigError('BACKUP_AT is set but BACKUP_TO is not: set both.')
    return undefined
  }
  return {
    to: resolve(env.BACKUP_TO),
    at: cronText(env.BACKUP_AT ?? DEFAULT_BACKUP_TIME),
    keep: wholeNumber('BACKUP_KEEP', env.BACKUP_KEEP, { fallback: 14, least: 1, most: 10_000 }),
  }
}

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

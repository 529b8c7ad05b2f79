import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import {
  ConfigError,
  type Environment,
  NOT_NEEDED,
  SECRET_VARIABLES,
  VARIABLES,
  type VariableName,
} from './env'

type Raw = Record<string, string | undefined>

/** Settings as they are written, and where each of them is. */
export interface Settings {
  env: Environment
  /** In words, for people. */
  sources: Partial<Record<VariableName, string>>
  /** Names that are set and have no meaning here. */
  ignored: string[]
  /** Names that are set, look as if they were meant for us, and are unknown. */
  unknown: string[]
}

/** One place where settings are. */
interface Layer {
  source: string
  raw: Raw
}

const NAMES = Object.keys(VARIABLES) as VariableName[]
/** What the executable and its tests set for themselves. */
const OWN = /^MILEPOST_(NATIVE_DIR|TEST_\w+)$/

/**
 * The settings of flags, the environment, credentials of systemd and the settings file, in this order of precedence. An empty text counts as absent.
 *
 * @throws ConfigError when a file that is named cannot be read, or a secret is given twice.
 */
export function readSettings(flags: Environment, process: Raw, dataDir: string): Settings {
  const { file, raw: dotenv } = readSettingsFile(flags.ENV_FILE ?? process.ENV_FILE, dataDir)
  const layers: Layer[] = [
    { source: 'flag', raw: flags },
    { source: 'environment', raw: process },
    ...credentials(process.CREDENTIALS_DIRECTORY),
    { source: file, raw: dotenv },
  ]
  const settings: Settings = { env: {}, sources: {}, ignored: [], unknown: [] }
  for (const name of NAMES) {
    const layer = layers.find(({ raw }) => raw[name])
    if (layer) put(settings, name, { value: layer.raw[name] ?? '', source: layer.source })
  }
  for (const name of SECRET_VARIABLES) readSecretFile(settings, name, layers)
  const set = new Set([...Object.keys(process), ...Object.keys(dotenv)])
  settings.ignored = NOT_NEEDED.filter((name) => layers.some(({ raw }) => raw[name]))
  settings.unknown = [...set].filter((name) => looksMeant(name, name in dotenv))
  return settings
}

/**
 * What the settings file says, which is `.env` beside the data folder unless another is named.
 *
 * @throws ConfigError when the one that is named cannot be read.
 */
export function readSettingsFile(
  named: string | undefined,
  dataDir: string,
): { file: string; raw: Raw } {
  const file = named || join(dataDir, '..', '.env')
  try {
    return { file, raw: named || existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {} }
  } catch {
    throw new ConfigError(
      `${file} cannot be read: correct ${named ? 'ENV_FILE' : 'its permissions'}, or remove it.`,
    )
  }
}

function put(
  { env, sources }: Settings,
  name: VariableName,
  { value, source }: { value: string; source: string },
): void {
  env[name] = value
  sources[name] = source
}

function readSecretFile(settings: Settings, name: VariableName, layers: readonly Layer[]): void {
  const path = layers.map(({ raw }) => raw[`${name}_FILE`]).find((one) => one)
  if (!path) return
  if (settings.env[name] !== undefined)
    throw new ConfigError(`Both ${name} and ${name}_FILE are set: keep one of them.`)
  try {
    put(settings, name, { value: readFileSync(path, 'utf8').trim(), source: path })
  } catch {
    throw new ConfigError(
      `${name}_FILE names ${path}, which cannot be read: correct the path or its permissions.`,
    )
  }
}

/** Secrets that systemd hands over as files (`LoadCredential=EMAIL_URL:…`). */
function credentials(folder: string | undefined): Layer[] {
  if (!folder) return []
  const found = SECRET_VARIABLES.filter((name) => existsSync(join(folder, name)))
  const raw = Object.fromEntries(
    found.map((name) => [name, readFileSync(join(folder, name), 'utf8').trim()]),
  )
  return [{ source: `credential in ${folder}`, raw }]
}

/** Whether an unknown name is probably a slip: ours by its prefix or its file, or one letter away from a known one. */
function looksMeant(name: string, isInOurFile: boolean): boolean {
  const known = [...NAMES, ...NOT_NEEDED, ...SECRET_VARIABLES.map((one) => `${one}_FILE`)]
  if (known.includes(name) || OWN.test(name)) return false
  if (isInOurFile || name.startsWith('MILEPOST_')) return true
  return name.length > 5 && known.some((one) => isOneSlipAway(name.toUpperCase(), one))
}

/** Whether two texts differ by one letter that is missing, too many, or another. */
function isOneSlipAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  const skip = (text: string, isLonger: boolean) => text.slice(start + (isLonger ? 1 : 0))
  return (
    skip(one, one.length >= other.length) === skip(other, other.length >= one.length) ||
    one === other
  )
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  ConfigError,
  ConfigProblems,
  type Environment,
  NOT_NEEDED,
  type Raw,
  SECRET_VARIABLES,
  VARIABLES,
  type VariableName,
} from './environment-variables'
import { type Installation, locateSettings } from './settings-file'

/** Settings as text, with the source of each. */
export interface Settings {
  env: Environment
  /** Description of the source of each setting, for people. */
  sources: Partial<Record<VariableName, string>>
  /** Names that are set but have no effect on this server. */
  ignored: string[]
  /** Unknown names that are probably misspelt. */
  unknown: string[]
  /** One sentence for each malformed line and each secret that cannot be read. */
  problems: string[]
  dataDir: string
  /** Path of the settings file, which need not exist. */
  file: string
  /** Whether the data folder and the settings file are those of the installation. */
  isInstalled: boolean
}

/** One source of settings. */
interface Layer {
  source: string
  raw: Raw
}

const NAMES = Object.keys(VARIABLES) as VariableName[]
/** Variables that the executable and its tests set themselves. */
const OWN = /^MILEPOST_(NATIVE_DIR|TEST_\w+)$/

/**
 * Reads the settings from flags, the environment, systemd credentials and the settings file, in this order of
 * precedence. An empty value counts as not set.
 *
 * @throws ConfigError when the settings file cannot be read. Smaller problems are listed in the result.
 */
export function readSettings(
  flags: Environment,
  process: Raw,
  installation?: Installation,
): Settings {
  const { file, raw, problems, dataDir, isInstalled } = locateSettings(flags, process, installation)
  const layers: Layer[] = [
    { source: 'flag', raw: flags },
    { source: 'environment', raw: process },
    ...credentials(process.CREDENTIALS_DIRECTORY),
    { source: file, raw },
  ]
  const found = { env: {}, sources: {}, ignored: [], unknown: [] }
  const settings: Settings = { ...found, problems: [], dataDir, file, isInstalled }
  for (const name of NAMES) {
    const layer = layers.find((one) => one.raw[name])
    if (layer) setValue(settings, name, { value: layer.raw[name] ?? '', source: layer.source })
  }
  const checks = new ConfigProblems(problems)
  for (const name of SECRET_VARIABLES) checks.collect(() => readSecretFile(settings, name, layers))
  settings.problems = checks.list()
  const set = new Set([...Object.keys(process), ...Object.keys(raw)])
  settings.ignored = NOT_NEEDED.filter((name) => layers.some((one) => one.raw[name]))
  settings.unknown = [...set].filter((name) => isProbablyMisspelt(name, name in raw))
  return settings
}

function setValue(
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
    setValue(settings, name, { value: readFileSync(path, 'utf8').trim(), source: path })
  } catch {
    throw new ConfigError(
      `${name}_FILE names ${path}, which cannot be read: correct the path or its permissions.`,
    )
  }
}

/** Reads secrets that systemd provides as files (`LoadCredential=EMAIL_URL:…`). */
function credentials(folder: string | undefined): Layer[] {
  if (!folder) return []
  const found = SECRET_VARIABLES.filter((name) => existsSync(join(folder, name)))
  const raw = Object.fromEntries(
    found.map((name) => [name, readFileSync(join(folder, name), 'utf8').trim()]),
  )
  return [{ source: `credential in ${folder}`, raw }]
}

/**
 * Whether an unknown name is probably misspelt: it has our prefix, is in our settings file, or differs from a known
 * name by one letter.
 */
function isProbablyMisspelt(name: string, isInOurFile: boolean): boolean {
  const known = [...NAMES, ...NOT_NEEDED, ...SECRET_VARIABLES.map((one) => `${one}_FILE`)]
  if (known.includes(name) || OWN.test(name)) return false
  if (isInOurFile || name.startsWith('MILEPOST_')) return true
  return name.length > 5 && known.some((one) => isOneTypoAway(name.toUpperCase(), one))
}

/** Whether two texts are equal or differ by one missing, extra or different letter. */
function isOneTypoAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  const skip = (text: string, isLonger: boolean) => text.slice(start + (isLonger ? 1 : 0))
  return (
    skip(one, one.length >= other.length) === skip(other, other.length >= one.length) ||
    one === other
  )
}

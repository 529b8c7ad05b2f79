import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigError, type Environment, type Raw } from './environment-variables'

/** Locations of the data and the settings of an executable that was installed by a package or `service install`. */
export interface Installation {
  settingsFile: string
  dataDir: string
  /** The account that runs the server. */
  user: string
}

/** A parsed settings file. */
export interface SettingsFile {
  file: string
  raw: Raw
  /** One sentence for each malformed line. */
  problems: string[]
}

/** The data folder of a command and its settings file. */
export interface SettingsLocation extends SettingsFile {
  dataDir: string
  /** Whether both are those of the installation, rather than given by a flag or the environment. */
  isInstalled: boolean
}

/**
 * Finds the data folder and the settings file. `ENV_FILE` and `DATA_DIR` take precedence. Without them, an installed
 * executable uses the locations of its installation, and any other uses `./data` and the `.env` next to it. A
 * `DATA_DIR` inside a settings file is used if the settings file was found first, as it is for the systemd unit.
 *
 * @throws ConfigError when the settings file cannot be read.
 */
export function locateSettings(
  flags: Environment,
  process: Raw,
  installation?: Installation,
): SettingsLocation {
  const given = flags.DATA_DIR || process.DATA_DIR || undefined
  const named = flags.ENV_FILE || process.ENV_FILE
  if (named) {
    const found = readSettingsFile(named, 'correct ENV_FILE')
    const dataDir = given || found.raw.DATA_DIR || installation?.dataDir || 'data'
    return { ...found, dataDir: resolve(dataDir), isInstalled: false }
  }
  const installed = installation && locateInstalled(installation, given)
  if (installed) return installed
  const dataDir = resolve(given || 'data')
  return { ...readNextTo(dataDir), dataDir, isInstalled: false }
}

/** The locations of an installation. Undefined when another data folder was given. */
function locateInstalled(
  { settingsFile, dataDir }: Installation,
  given: string | undefined,
): SettingsLocation | undefined {
  const isGiven = (folder: string) => given === undefined || resolve(given) === resolve(folder)
  try {
    const found = readIfPresent(settingsFile)
    const folder = found.raw.DATA_DIR || dataDir
    return isGiven(folder) || isGiven(dataDir)
      ? { ...found, dataDir: resolve(given || folder), isInstalled: true }
      : undefined
  } catch (error) {
    if (isGiven(dataDir)) throw error
    return undefined
  }
}

const readNextTo = (dataDir: string) => readIfPresent(join(dataDir, '..', '.env'))

const readIfPresent = (file: string): SettingsFile =>
  existsSync(file)
    ? readSettingsFile(file, 'correct its permissions')
    : { file, raw: {}, problems: [] }

function readSettingsFile(file: string, advice: string): SettingsFile {
  try {
    const text = readFileSync(file, 'utf8')
    const problems = listMalformedLines(text).map((problem) => `${file}, ${problem}`)
    return { file, raw: parseEnv(text), problems }
  } catch {
    throw new ConfigError(`${file} cannot be read: ${advice}, or remove it.`)
  }
}

/**
 * Returns one message for each line that is not empty, a comment or `NAME=value`. Messages never contain the value,
 * which may be a secret. A quoted value must end on its line, because a missing quote would otherwise consume the
 * settings after it.
 */
export const listMalformedLines = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .flatMap((line, index) => {
      const problem = findProblem(line.trim())
      return problem === undefined ? [] : [`line ${index + 1}: ${problem}`]
    })

const NAME = /^[A-Za-z_]\w*$/
const QUOTED = /^(?:"(?:\\.|[^"\\])*"|'[^']*'|`[^`]*`)\s*(?:#.*)?$/

function findProblem(line: string): string | undefined {
  if (line === '' || line.startsWith('#')) return undefined
  const equals = line.indexOf('=')
  if (equals < 0) return 'there is no “=”; write NAME=value, or # before a comment.'
  const name = line
    .slice(0, equals)
    .replace(/^export\s+/, '')
    .trim()
  if (!NAME.test(name))
    return `“${name}” is not a name; names consist of letters, digits and underscores.`
  const value = line.slice(equals + 1).trim()
  if (/^["'`]/.test(value) && !QUOTED.test(value))
    return `the value of ${name} begins with a quote; end it with the same quote, and write nothing after that.`
  return undefined
}

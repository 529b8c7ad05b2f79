import { accessSync, constants } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Config, loadConfig } from '@/lib/config/config'
import type { Environment, VariableName } from '@/lib/config/environment-variables'
import { AppError } from '@/lib/errors'
import { Failure } from '@/lib/failure'
import { randomIds } from '@/lib/text/ids'
import { didYouMean } from '@/lib/text/similar'
import { systemClock } from '@/lib/time/clock'
import type { AppContext } from '@/services/context'
import { createContext, type OpenContext } from '@/services/create-context'
import { explained, requireNew } from '@/store/db/connections/open-for-server'
import { findUserByName, type UserRow } from '@/store/db/queries/accounts/users'
import { openStorage } from '@/store/files/open-files'
import { type Files, findUploads } from '@/store/files/stored-files'
import { migrateAlone } from './database/lock-data-folder'
import { kindOf } from './exit-codes'
import type { Io, OutputMode } from './io'

/** @throws Failure when there is no account with this name */
export async function requireNamedUser({ db }: AppContext, name: string): Promise<UserRow> {
  const user = await findUserByName(db, name)
  if (!user)
    throw new Failure('notFound', `user '${name}' does not exist: milepost users list shows all.`)
  return user
}

/** The option that names the owner of workouts. */
export const OWNER = ['--user <name>', 'whose workouts they are'] as const

export const invalidSport = (text: string, labels: readonly string[] = []) =>
  new Failure(
    'notFound',
    `invalid sport id '${text}': ${didYouMean(text, labels)}milepost sports list --all shows all.`,
  )

/** Creates a parser that accepts only the given values. @throws InvalidArgumentError for any other value */
export const oneOf =
  (choices: readonly string[], subject = 'choices') =>
  (text: string): string => {
    if (choices.includes(text)) return text
    throw new InvalidArgumentError(`valid ${subject} are: ${choices.join(', ')}`)
  }

/** Creates an option whose allowed values are listed in the help. */
export const choiceOption = (
  flags: string,
  description: string,
  choices: readonly string[],
  subject?: string,
): Option => new Option(flags, description).choices(choices).argParser(oneOf(choices, subject))

/** The environment variable that each flag sets. */
const FLAGS: Record<string, VariableName> = {
  dataDir: 'DATA_DIR',
  host: 'HOST',
  port: 'PORT',
  listen: 'LISTEN',
  primary: 'PRIMARY_URL',
  uiUrl: 'UI_URL',
  basePath: 'BASE_PATH',
  apiDialect: 'API_DIALECT',
  logLevel: 'LOG_LEVEL',
  logFormat: 'LOG_FORMAT',
}

/** Adds `--data-dir`, which every command that uses the data folder has. */
export const withDataDir = (command: Command): Command =>
  command.option(
    '--data-dir <folder>',
    'folder of the database, uploads and keys (default: ./data, of an installed server /var/lib/milepost)',
  )

/** Loads the configuration from flags, environment, `.env` and defaults, in this order. @throws ConfigError */
export function loadCommandConfig(
  options: Record<string, unknown>,
  { env, installation, mode }: Pick<Io, 'env' | 'installation'> & Partial<Pick<Io, 'mode'>>,
): Config {
  return loadConfig({ ...logLevelOf(mode), ...flagsOf(options) }, env, installation)
}

/** The log level that `--verbose` or `--quiet` asks for, as an environment variable. */
export function logLevelOf(mode: OutputMode | undefined): Environment {
  if (mode?.verbose) return { LOG_LEVEL: 'debug' }
  return mode?.quiet ? { LOG_LEVEL: 'warn' } : {}
}

/** Converts the flags of a command to environment variables. */
export function flagsOf(options: Record<string, unknown>): Environment {
  const flags: Environment = {}
  for (const [flag, variable] of Object.entries(FLAGS)) {
    const value = options[flag]
    if (typeof value === 'string') flags[variable] = value
  }
  if (options.accessLog === false) flags.ACCESS_LOG = 'off'
  if (options.readOnly === true) flags.READ_ONLY = 'true'
  return flags
}

/** The stored files of an installation, for commands without a context. */
export const openCommandStorage = (config: Config): Files =>
  openStorage(config, { clock: systemClock, ids: randomIds, reserve: { hasSpace: () => true } })

/**
 * Checks that the database exists, for commands that must not create one.
 *
 * @throws Error when it does not exist, has been lost, or cannot be accessed.
 */
export function requireDatabase({
  databaseFile,
  uploadsDir,
}: Pick<Config, 'databaseFile' | 'uploadsDir'>): void {
  try {
    accessSync(databaseFile)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing) throw explained(error, databaseFile)
    requireNew(databaseFile, () => findUploads(uploadsDir))
    throw new Failure(
      'notFound',
      `There is no database at ${databaseFile}. Name the folder of the data with --data-dir FOLDER or DATA_DIR.`,
    )
  }
}

/** Checks early that a file written at the end, such as a report, can be created. @throws Error when its folder is not writable */
export function requirePlaceFor(file: string): void {
  accessSync(dirname(resolve(file)), constants.W_OK)
}

/** @throws a system error when a file or folder given on the command line does not exist or cannot be read */
export function requireReadable(path: string): void {
  accessSync(path, constants.R_OK)
}

/**
 * Runs `work` with an open, migrated context and closes it afterwards.
 *
 * @throws Error when there is no database. Creating one here would leave an empty database in a mistyped folder.
 */
export async function withContext<Result>(
  config: Config,
  work: (open: OpenContext) => Promise<Result>,
): Promise<Result> {
  requireDatabase(config)
  return withNewContext(config, work)
}

/** Like `withContext`, but creates the data folder and database if they do not exist. */
export async function withNewContext<Result>(
  config: Config,
  work: (open: OpenContext) => Promise<Result>,
): Promise<Result> {
  const open = createContext(loggingToStandardError(config))
  try {
    await migrateAlone(config, open.database)
    return await work(open)
  } finally {
    await open.close()
  }
}

/** Commands print their results to standard output, which the log must not interrupt. */
export const loggingToStandardError = (config: Config): Config => ({
  ...config,
  log: { ...config.log, toStandardError: true },
})

/** Throws the message that an API client would receive as a plain error. */
export function inPlainWords(error: unknown): never {
  if (error instanceof AppError && 'message' in error.body)
    throw new Failure(kindOf(error), String(error.body.message), { cause: error })
  throw error
}

/** Parses a positive whole number. @throws InvalidArgumentError */
export function parsePositive(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('value must be greater than 0')
  return Number(text)
}

/** Parses a whole number of days. @throws InvalidArgumentError */
export function parseDays(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('Give a whole number of days.')
  return Number(text)
}

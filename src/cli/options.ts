import { accessSync, constants } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Config, loadConfig } from '@/config/config'
import type { Environment, VariableName } from '@/config/env'
import type { AppContext } from '@/context'
import { createContext, type OpenContext } from '@/create-context'
import { explained, requireNew } from '@/db/open-own'
import { findUserByName, type UserRow } from '@/db/queries/users'
import { AppError } from '@/errors'
import { systemClock } from '@/lib/clock'
import { randomIds } from '@/lib/ids'
import { type Files, findUploads } from '@/storage/files'
import { openStorage } from '@/storage/open-storage'
import { migrateAlone } from './data-folder'
import type { Io } from './io'

/** @throws when there is no account of this name. */
export async function requireNamedUser({ db }: AppContext, name: string): Promise<UserRow> {
  const user = await findUserByName(db, name)
  if (!user) throw new Error(`user '${name}' does not exist`)
  return user
}

/** The option that says for whom something is done. */
export const OWNER = ['--user <name>', 'whose workouts they are'] as const

export const invalidSport = (text: string) => new Error(`invalid sport id '${text}'`)

/** A parser of options that have a few values. @throws InvalidArgumentError for any other. */
export const oneOf =
  (choices: readonly string[], subject = 'choices') =>
  (text: string): string => {
    if (choices.includes(text)) return text
    throw new InvalidArgumentError(`valid ${subject} are: ${choices.join(', ')}`)
  }

/** An option that has a few values, which the help lists. */
export const choiceOption = (
  flags: string,
  description: string,
  choices: readonly string[],
  subject?: string,
): Option => new Option(flags, description).choices(choices).argParser(oneOf(choices, subject))

/** Flags that stand for a variable of the environment. */
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

/** Adds the option that every command with data has. */
export const withDataDir = (command: Command): Command =>
  command.option(
    '--data-dir <folder>',
    'folder of the database, uploads and keys (default: ./data)',
  )

/** The configuration for a command: its flags, the environment, `.env`, defaults. @throws ConfigError. */
export const configOf = (options: Record<string, unknown>, io: Io): Config =>
  loadConfig(flagsOf(options), io.env)

/** The variables that the flags of a command stand for. */
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
export const storageOf = (config: Config): Files =>
  openStorage(config, { clock: systemClock, ids: randomIds, reserve: { hasRoom: () => true } })

/**
 * @throws Error when there is no database, which a command that works on what is there should not make, when it was lost,
 *   or is out of reach.
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
    throw new Error(`There is no database at ${databaseFile}.`)
  }
}

/** @throws Error when a file that will be written in the end, such as a report, has no folder, or may not be there. */
export function requirePlaceFor(file: string): void {
  accessSync(dirname(resolve(file)), constants.W_OK)
}

/**
 * Runs `work` with an open, migrated context and closes it afterwards.
 *
 * @throws Error when there is no database: most commands work on what is there, and an empty one in a folder that was
 * mistaken for the right one would only be in the way.
 */
export async function withContext<Result>(
  config: Config,
  work: (open: OpenContext) => Promise<Result>,
): Promise<Result> {
  requireDatabase(config)
  return withNewContext(config, work)
}

/** The same for what may be the first that is done with a data folder, which is made then. */
export async function withNewContext<Result>(
  config: Config,
  work: (open: OpenContext) => Promise<Result>,
): Promise<Result> {
  const open = createContext(config)
  try {
    await migrateAlone(config, open.database)
    return await work(open)
  } finally {
    await open.close()
  }
}

/** What a client would be told, for people. */
export function inPlainWords(error: unknown): never {
  if (error instanceof AppError && 'message' in error.body)
    throw new Error(String(error.body.message))
  throw error
}

import { readdir } from 'node:fs/promises'
import { listBackupNames, PARTIAL, readManifest } from './folder'
import { BackupError } from './manifest'

interface Choice {
  /** The time of a backup as it is printed, or the name of the backup. */
  at?: string | undefined
  /** Whether an older backup may be chosen when newer ones cannot be read. */
  acceptOlder?: boolean
}

interface ChosenBackup {
  name: string
  /** Problems of newer backups that were skipped. */
  warnings: string[]
}

/**
 * Chooses a backup in a folder, by default the newest. An older one is never chosen silently, because the user who
 * restores it would lose newer data without noticing.
 *
 * @throws BackupError when there is no backup, or when the newest is incomplete or damaged and neither `at` nor
 * `acceptOlder` is given.
 */
export async function chooseBackup(
  folder: string,
  { at, acceptOlder = false }: Choice,
): Promise<ChosenBackup> {
  const names = await listBackupNames(folder)
  const unfinished = await listUnfinished(folder)
  if (at !== undefined) return { name: findAt(names, at, folder), warnings: [] }
  const warnings = unfinished
    .filter((name) => name > (names.at(-1) ?? ''))
    .map((name) => `${name} is incomplete: it is being made, or was interrupted.`)
  for (const name of names.toReversed()) {
    const problem = await findProblem(folder, name)
    if (problem === undefined) return { name, warnings }
    if (!acceptOlder) throw unreadable(folder, { name, problem, names })
    warnings.push(`${name} was skipped. ${problem}`)
  }
  throw new BackupError(
    [...warnings, `There is no ${names.length > 0 ? 'readable ' : ''}backup in ${folder}.`].join(
      ' ',
    ),
    names.length > 0 ? {} : { kind: 'notFound' },
  )
}

/** Why a backup cannot be read; undefined when its manifest is intact. */
const findProblem = (folder: string, name: string): Promise<string | undefined> =>
  readManifest(folder, name).then(
    () => undefined,
    (error) => {
      if (error instanceof BackupError) return error.message
      throw error
    },
  )

function unreadable(
  folder: string,
  { name, problem, names }: { name: string; problem: string; names: readonly string[] },
): BackupError {
  const older = names.slice(0, names.indexOf(name)).map(timeOf)
  const advice =
    older.length > 0
      ? `An older one has to be chosen: --at TIME (${older.slice(-3).toReversed().join(', ')}), or --accept-older for the newest that can be read.`
      : 'There is no older one.'
  return new BackupError(
    `The newest backup in ${folder}, of ${timeOf(name)}, cannot be used: ${problem} ${advice}`,
  )
}

/** Converts the name of a backup to its time, ISO 8601. */
const timeOf = (name: string): string =>
  name.replace(/^milepost-/, '').replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')

/**
 * Finds the name for a time, which may have fractions of a second. @throws BackupError when there is no such backup.
 */
function findAt(names: readonly string[], at: string, folder: string): string {
  const seconds = at.replace(/\.\d+Z$/, 'Z')
  const found = names.find((name) => name === at || timeOf(name) === seconds)
  if (found !== undefined) return found
  const times = names.slice(-5).toReversed().map(timeOf).join(', ')
  throw new BackupError(
    `There is no backup of ${at} in ${folder}. ${times ? `The newest are of ${times}.` : 'It has none.'}`,
    { kind: 'notFound' },
  )
}

/** Lists the final names of incomplete backups, which are in progress or were interrupted. */
async function listUnfinished(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names
    .filter((name) => name.startsWith(`${PARTIAL}milepost-`))
    .map((name) => name.slice(PARTIAL.length))
}

import { join } from 'node:path'
import type { Config } from '@/config/config'
import { type MigrationStep, migrateToLatest } from '@/db/migrate'
import type { OpenDatabase } from '@/db/open'
import { explained } from '@/db/open-own'
import { type HeldFile, holdFile } from '@/lib/held-file'

type Folder = Pick<Config, 'dataDir' | 'databaseFile'>

/** Names the process that has the data folder for itself. */
const MARK = 'in-use'
/** Milliseconds that one which is ending is waited for: a server ends in less. */
const PATIENCE = 6000

/**
 * Works with the data folder for this process alone. Two servers would do the same jobs, and neither would know what the
 * other one changed; nor may a database be replaced or migrated beneath one. Commands that work beside a server do
 * without.
 *
 * @throws Error when another process has it, for the person who starts this one.
 */
export async function aloneIn<Result>(
  folder: Folder,
  work: () => Promise<Result>,
): Promise<Result> {
  const held = await hold(folder)
  return await work().finally(held.release)
}

async function hold({ dataDir, databaseFile }: Folder): Promise<HeldFile> {
  const options = { patience: PATIENCE, trustStrangers: 0 }
  const taken = await holdFile(join(dataDir, MARK), options).catch((error) => {
    throw explained(error, databaseFile)
  })
  if ('release' in taken) return taken
  const who = taken.pid === undefined ? '' : ` (process ${taken.pid})`
  throw new Error(
    `${dataDir} is in use by another Milepost${who}: stop that first, or choose another --data-dir.`,
  )
}

/**
 * Brings a database to the newest schema, as `migrateToLatest` does, alone in its folder.
 *
 * @throws Error when there is something to do and a server is running.
 */
export const migrateAlone = (
  folder: Folder,
  database: OpenDatabase,
  tell?: (step: MigrationStep) => void,
): Promise<string[]> => migrateToLatest(database, { tell, within: (work) => aloneIn(folder, work) })

import { join } from 'node:path'
import type { Config } from '@/lib/config/config'
import { Failure } from '@/lib/failure'
import { acquireLockFile, type LockFile } from '@/lib/files/lock-file'
import type { OpenDatabase } from '@/store/db/connections/open'
import { explained } from '@/store/db/connections/open-for-server'
import { type MigrationStep, migrateToLatest } from '@/store/db/schema/migrate'

type Folder = Pick<Config, 'dataDir' | 'databaseFile'>

/** The lock file in the data folder. It contains the id of the process that has exclusive access. */
const LOCK_NAME = 'in-use'
/** Milliseconds to wait for a process that is shutting down; a server needs less. */
const LOCK_TIMEOUT = 6000

/**
 * Runs `work` with exclusive access to the data folder. Two servers on one folder would run the same jobs and miss each
 * other's changes, and a database must not be replaced or migrated while a server uses it. Commands that may run at the
 * same time as a server do not need this.
 *
 * @throws Error when another process holds the lock; its message is meant for the user of the command line.
 */
export async function aloneIn<Result>(
  folder: Folder,
  work: () => Promise<Result>,
): Promise<Result> {
  const held = await hold(folder)
  return await work().finally(held.release)
}

async function hold({ dataDir, databaseFile }: Folder): Promise<LockFile> {
  const options = { timeout: LOCK_TIMEOUT, staleTimeout: 0 }
  const taken = await acquireLockFile(join(dataDir, LOCK_NAME), options).catch((error) => {
    throw explained(error, databaseFile)
  })
  if ('release' in taken) return taken
  const who = taken.pid === undefined ? '' : ` (process ${taken.pid})`
  throw new Failure(
    'locked',
    `${dataDir} is in use by another Milepost${who}: stop that first, or choose another --data-dir.`,
  )
}

/**
 * Migrates a database to the newest schema with exclusive access to its folder.
 *
 * @throws Error when migrations are pending and a server is running.
 */
export const migrateAlone = (
  folder: Folder,
  database: OpenDatabase,
  onStep?: (step: MigrationStep) => void,
): Promise<string[]> =>
  migrateToLatest(database, { onStep, within: (work) => aloneIn(folder, work) })

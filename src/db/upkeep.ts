import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { outdated } from '@/lib/outdated'
import { ownName, removeLeftBehind } from '@/lib/process-name'
import { makeFolder, sync } from '@/lib/sync'
import { connectionsOf } from './dialect'
import type { Db, OpenDatabase } from './open'

/** Lets SQLite update its statistics of the tables where it finds that worthwhile. */
export const optimise = async (db: Db): Promise<void> => {
  await sql`pragma optimize`.execute(db)
}

/** Writes the write-ahead log into the database file and empties it. */
export const checkpoint = async (db: Db): Promise<void> => {
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
}

/** Resolves once everything that was committed is on disk; nothing has to wait meanwhile. */
export const syncLog = (db: Db): Promise<void> => connectionsOf(db).synced()

/**
 * Lets the write-ahead log grow until the returned function is called: emptying it takes long, and would be due in the
 * middle of whatever writes much.
 */
export const holdCheckpoints = (db: Db): (() => void) => connectionsOf(db).holdCheckpoints()

/** Where a database is; undefined for one in memory. */
export const fileOf = (db: Db): string | undefined => connectionsOf(db).file

/** Gives back the memory that SQLite can do without. */
export const shrink = (db: Db): void => connectionsOf(db).shrink()

/** How copies are named that are not complete. */
const PARTIAL = '.partial-'

/** Name of a backup: the day it was made. */
const BACKUP = /^milepost-\d{4}-\d{2}-\d{2}\.db$/

/**
 * Copies a database to a new file while it is in use, so many pages at a time. What was copied is on disk before the last
 * of them are: SQLite would wait for all of it then, and with it everybody else.
 */
export async function copyWhileInUse(
  { sqlite }: Pick<OpenDatabase, 'sqlite'>,
  path: string,
  pagesAtOnce: number,
): Promise<void> {
  let state: 'copying' | 'syncing' | 'synced' = 'copying'
  const progress = ({ remainingPages }: { remainingPages: number }) => {
    if (remainingPages > pagesAtOnce || state === 'synced') return pagesAtOnce
    // The last step does the same again if this fails, and says why.
    if (state === 'copying') void sync(path).then(end, end)
    if (state === 'copying') state = 'syncing'
    return 0
  }
  const end = () => {
    state = 'synced'
  }
  await sqlite.backup(path, { progress })
}

/** Pages of a copy that is made by the clock, of 4096 bytes. */
const PAGES_AT_ONCE = 100

/**
 * Copies the database into a folder while it is in use, as `milepost-<day>.db`, and removes all but the newest
 * `keep` copies. A copy is whole or not there.
 */
export async function backUpDatabase(
  database: Pick<OpenDatabase, 'sqlite'>,
  { folder, day, keep }: { folder: string; day: string; keep: number },
): Promise<void> {
  await makeFolder(folder)
  await removeLeftBehind(folder, PARTIAL)
  const partial = join(folder, ownName(PARTIAL))
  const made = `milepost-${day}.db`
  try {
    await copyWhileInUse(database, partial, PAGES_AT_ONCE)
    await rename(partial, join(folder, made))
    await sync(folder)
  } finally {
    await rm(partial, { force: true })
  }
  const copies = (await readdir(folder)).filter((name) => BACKUP.test(name)).toSorted()
  for (const name of outdated(copies, { keep, made })) await rm(join(folder, name))
}

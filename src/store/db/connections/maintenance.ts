import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { findExcessCopies } from '@/lib/files/excess-copies'
import { createFolder, fsyncFile } from '@/lib/files/fsync'
import { deleteLeftovers, uniqueName } from '@/lib/process/process-name'
import { connectionsOf } from './dialect'
import type { Db, OpenDatabase } from './open'

/** Lets SQLite update its table statistics where that is worthwhile. */
export const optimise = async (db: Db): Promise<void> => {
  await sql`pragma optimize`.execute(db)
}

/**
 * Checkpoints the write-ahead log and truncates it.
 * @throws DiskFailedError after a failed fsync
 */
export const checkpoint = (db: Db): Promise<void> =>
  checkpointBy(db, async () => void (await sql`pragma wal_checkpoint(truncate)`.execute(db)))

/**
 * Like `checkpoint`, but lets `byWorker` do most of the work in a worker first, because writes are blocked while SQLite
 * truncates the log.
 * @throws DiskFailedError after a failed fsync
 */
export async function emptyLog(db: Db, byWorker: () => Promise<void>): Promise<void> {
  await byWorker()
  await checkpoint(db)
}

/**
 * Lets `run`, usually in a worker, run a checkpoint.
 * @throws DiskFailedError after a failed fsync
 */
export const checkpointBy = (db: Db, run: () => Promise<void>): Promise<void> =>
  connectionsOf(db).checkpoint(run)

/**
 * Lets `run` vacuum in a worker while holding the write lock.
 * @throws DiskFailedError after a failed fsync
 */
export const vacuumBy = (db: Db, run: () => Promise<void>): Promise<void> =>
  connectionsOf(db).exclusively(() => connectionsOf(db).checkpoint(run))

/**
 * Resolves once all commits so far are on disk.
 * @throws DiskFailedError when that is not certain
 */
export const syncLog = (db: Db): Promise<void> => connectionsOf(db).durable()

/**
 * Suspends checkpoints until the returned function is called. A checkpoint takes long, and would otherwise become due
 * in the middle of a large write.
 */
export const holdCheckpoints = (db: Db): (() => void) => connectionsOf(db).holdCheckpoints()

/** Path of a database; undefined for one in memory. */
export const fileOf = (db: Db): string | undefined => connectionsOf(db).file

/** Frees SQLite's page caches. */
export const shrink = (db: Db): void => connectionsOf(db).shrink()

/** Prefix of the names of incomplete copies. */
const PARTIAL = '.partial-'

/** Name of a backup; it contains the day of the backup. */
const BACKUP = /^milepost-\d{4}-\d{2}-\d{2}\.db$/

/**
 * Copies a database to a new file while it is in use, `pagesAtOnce` pages at a time. Fsyncs the copy before the last
 * step: SQLite would otherwise fsync all of it in that step, and block every request.
 */
export async function copyWhileInUse(
  { sqlite }: Pick<OpenDatabase, 'sqlite'>,
  path: string,
  pagesAtOnce: number,
): Promise<void> {
  let state: 'copying' | 'syncing' | 'synced' = 'copying'
  const progress = ({ remainingPages }: { remainingPages: number }) => {
    if (remainingPages > pagesAtOnce || state === 'synced') return pagesAtOnce
    // If this fsync fails, the last step repeats it and throws its error.
    if (state === 'copying') void fsyncFile(path).then(end, end)
    if (state === 'copying') state = 'syncing'
    return 0
  }
  const end = () => {
    state = 'synced'
  }
  await sqlite.backup(path, { progress })
}

/** Pages of 4096 bytes that a scheduled backup copies at a time. */
const PAGES_AT_ONCE = 100

/**
 * Copies the database into a folder while it is in use, as `milepost-<day>.db`, and deletes all but the newest `keep`
 * copies. A copy gets its final name only when it is complete.
 */
export async function backUpDatabase(
  database: Pick<OpenDatabase, 'sqlite'>,
  { folder, day, keep }: { folder: string; day: string; keep: number },
): Promise<void> {
  await createFolder(folder)
  await deleteLeftovers(folder, PARTIAL)
  const partial = join(folder, uniqueName(PARTIAL))
  const made = `milepost-${day}.db`
  try {
    await copyWhileInUse(database, partial, PAGES_AT_ONCE)
    await rename(partial, join(folder, made))
    await fsyncFile(folder)
  } finally {
    await rm(partial, { force: true })
  }
  const copies = (await readdir(folder)).filter((name) => BACKUP.test(name)).toSorted()
  for (const name of findExcessCopies(copies, { keep, created: made })) await rm(join(folder, name))
}

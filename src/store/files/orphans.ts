import type { Config } from '@/lib/config/config'
import { isRunning, processName } from '@/lib/process/process-name'
import { undefinedIfMissing } from '@/lib/system-errors'
import { DAY, HOUR } from '@/lib/time/clock'
import type { Db } from '@/store/db/connections/open'
import { listUserIds } from '@/store/db/queries/accounts/users'
import { listStoredFiles } from '@/store/db/queries/tasks/stored-files'
import type { Inbox } from './inbox'
import { type Files, INCOMING, LOST, lostPath } from './stored-files'

/** Top folders that contain a folder per account, named by its id. */
const KINDS = ['exports', 'photos', 'pictures', 'workouts']

/** Returns the folders of an account, relative to the uploads folder. */
export const foldersOf = (userId: number): string[] => KINDS.map((kind) => `${kind}/${userId}`)

/**
 * Deletes the files of accounts that no longer exist, which remain if the server stopped or the disk failed during the
 * deletion.
 */
export async function removeOrphanFolders({
  db,
  files,
  inbox,
}: {
  db: Db
  files: Files
  inbox?: Inbox | undefined
}): Promise<void> {
  for (const kind of KINDS) {
    const found = await files.foldersIn(kind)
    const ids = await listUserIds(db)
    const orphans = found.filter((name) => /^\d+$/.test(name) && !ids.has(Number(name)))
    for (const name of orphans) await files.removeFolder(`${kind}/${name}`)
  }
  await inbox?.removeDeleted(await listUserIds(db))
}

/** Deletes the orphaned files of an account from `lost/`. */
export async function removeLostFilesOf(files: Files, userId: number): Promise<void> {
  const starts = foldersOf(userId).map(lostPath)
  for (const { path } of await files.filesIn(LOST))
    if (starts.some((start) => path.startsWith(`${start}_`))) await files.remove(path)
}

interface Deps {
  db: Db
  files: Files
}

/**
 * Files without a row that were written before this moment are left over from an earlier process. It is the start of
 * this process; with a bucket an hour earlier, because the clock of the bucket may be slow.
 */
export const leftoversBefore = ({ bucket }: Pick<Config, 'bucket'>, started: number): number =>
  bucket === undefined ? started : started - HOUR

/** How long files without a row are retained: the database may have been restored from a backup that lacks the rows. */
const LOST_RETENTION = 30 * DAY

/**
 * Cleans up after a crash: incomplete uploads, and stored files whose row was not committed. Does not touch files
 * written at or after `before` (the start of this process), or any stored file while another process may be about to
 * commit its row. Deletes files that can be created again, and sets all others aside for some time. Returns the number
 * of orphaned stored files.
 */
export async function sweepOrphans(deps: Deps, before: number): Promise<number> {
  if (await othersAreWriting(deps)) return 0
  const orphans = await oldFiles(deps, before)
  // Runs twice, because while rows are read a file may move to a row that was already read.
  for (let look = 0; look < 2 && orphans.size > 0; look++)
    for await (const path of listStoredFiles(deps.db)) orphans.delete(path)
  for (const path of orphans) {
    const isReproducible = path.endsWith('.png') || path.startsWith('exports/')
    const cleared = isReproducible ? deps.files.remove(path) : deps.files.setAside(path)
    // A file deleted in the meantime must not prevent the others from being handled.
    await cleared.catch(undefinedIfMissing)
  }
  return orphans.size
}

/**
 * Deletes incomplete uploads: those of processes that no longer run, and those older than a day. A process that has not
 * yet run for a day cannot have uploads that old; a file that looks older was written before the clock was set.
 */
export async function deleteStaleUploads(
  { files }: Pick<Deps, 'files'>,
  { now, running }: { now: number; running: number },
): Promise<void> {
  for (const name of await files.foldersIn(INCOMING)) {
    const folder = `${INCOMING}/${name}`
    if (isRunning(name) === false) await files.removeFolder(folder)
    else if (name !== processName() || running > DAY) await removeOlder(files, folder, now - DAY)
  }
  await removeOlder(files, INCOMING, now - DAY)
}

/** Deletes files that were moved to `lost/` long ago. */
export const removeLostFiles = ({ files }: Pick<Deps, 'files'>, now: number): Promise<void> =>
  removeOlder(files, LOST, now - LOST_RETENTION)

async function removeOlder(files: Deps['files'], folder: string, before: number): Promise<void> {
  for (const { path, modifiedAt } of await files.filesIn(folder))
    if (modifiedAt < before) await files.remove(path).catch(undefinedIfMissing)
}

/** Whether another process may be storing files. Also deletes the folders of processes that have ended. */
async function othersAreWriting({ files }: Deps): Promise<boolean> {
  let busy = false
  for (const name of await files.foldersIn(INCOMING)) {
    if (name === processName()) continue
    if (isRunning(name) === false) await files.removeFolder(`${INCOMING}/${name}`)
    else busy = true
  }
  return busy
}

async function oldFiles({ files }: Deps, before: number): Promise<Set<string>> {
  const found = new Set<string>()
  for (const kind of KINDS)
    for (const user of await files.foldersIn(kind))
      for (const { path, modifiedAt } of await files.filesIn(`${kind}/${user}`))
        if (modifiedAt < before) found.add(path)
  return found
}

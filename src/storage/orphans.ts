import type { Config } from '@/config/config'
import type { Db } from '@/db/open'
import { storedFilesOf } from '@/db/queries/stored-files'
import { listUserIds } from '@/db/queries/users'
import { DAY, HOUR } from '@/lib/clock'
import { isRunning, processName } from '@/lib/process-name'
import { ARRIVALS, type Files, LOST } from './files'

/** The kinds of files that accounts own; each account has a folder of its id in each. */
const KINDS = ['exports', 'pictures', 'workouts']

/** Where the files of an account are, below the uploads folder. */
export const foldersOf = (userId: number): string[] => KINDS.map((kind) => `${kind}/${userId}`)

/** Removes the folders of accounts that no longer exist: the server stopped before it could, or the disk failed. */
export async function removeOrphanFolders({ db, files }: { db: Db; files: Files }): Promise<void> {
  for (const kind of KINDS) {
    const found = await files.foldersIn(kind)
    const ids = await listUserIds(db)
    const orphans = found.filter((name) => /^\d+$/.test(name) && !ids.has(Number(name)))
    for (const name of orphans) await files.removeFolder(`${kind}/${name}`)
  }
}

interface Deps {
  db: Db
  files: Files
}

/**
 * The moment before which a file without a row was left by an earlier process: the start of this one, and well before
 * where another machine, whose clock may be slow, says when files were written.
 */
export const startOf = ({ bucket }: Pick<Config, 'bucket'>, started: number): number =>
  bucket === undefined ? started : started - HOUR

/** How long files are kept that nothing refers to: a database from a backup may have forgotten them. */
const KEEP_LOST = 30 * DAY

/**
 * Clears up after the server last stopped without notice: files that were arriving, and stored files whose row was not
 * committed. Nothing is touched that was written at or after `before` (the start of this process), and no stored file
 * while another process may be about to commit its row. What can be made again is removed, anything else is set aside
 * for some time. Returns how many stored files there were.
 */
export async function sweepOrphans(deps: Deps, before: number): Promise<number> {
  if (await othersAreWriting(deps)) return 0
  const orphans = await oldFiles(deps, before)
  // Twice: while rows are read a file may go from one of them to another, which was read before.
  for (let look = 0; look < 2 && orphans.size > 0; look++)
    for await (const path of storedFilesOf(deps.db)) orphans.delete(path)
  for (const path of orphans) {
    const canBeMadeAgain = path.endsWith('.png') || path.startsWith('exports/')
    await (canBeMadeAgain ? deps.files.remove(path) : deps.files.setAside(path))
  }
  return orphans.size
}

/**
 * Removes files that never arrived completely: those left by processes that no longer run, and those older than a day.
 * This process, which has run for some milliseconds, has none as old before it has run for a day itself: a file that
 * looks older came before the clock was set.
 */
export async function removeStaleArrivals(
  { files }: Pick<Deps, 'files'>,
  { now, running }: { now: number; running: number },
): Promise<void> {
  for (const name of await files.foldersIn(ARRIVALS)) {
    const folder = `${ARRIVALS}/${name}`
    if (isRunning(name) === false) await files.removeFolder(folder)
    else if (name !== processName() || running > DAY) await removeOlder(files, folder, now - DAY)
  }
  await removeOlder(files, ARRIVALS, now - DAY)
}

/** Removes files that were set aside long ago. */
export const removeLostFiles = ({ files }: Pick<Deps, 'files'>, now: number): Promise<void> =>
  removeOlder(files, LOST, now - KEEP_LOST)

async function removeOlder(files: Deps['files'], folder: string, before: number): Promise<void> {
  for (const { path, modifiedAt } of await files.filesIn(folder))
    if (modifiedAt < before) await files.remove(path)
}

/** Whether another process may be storing files; folders of processes that are gone are removed on the way. */
async function othersAreWriting({ files }: Deps): Promise<boolean> {
  let busy = false
  for (const name of await files.foldersIn(ARRIVALS)) {
    if (name === processName()) continue
    if (isRunning(name) === false) await files.removeFolder(`${ARRIVALS}/${name}`)
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

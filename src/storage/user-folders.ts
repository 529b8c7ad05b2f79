import type { Db } from '@/db/open'
import { listUserIds } from '@/db/queries/users'
import type { Files } from './files'

/** The kinds of files that accounts own; each account has a folder of its id in each. */
export const KINDS = ['exports', 'pictures', 'workouts']

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

import type { AppContext } from '@/context'
import { deleteUser } from '@/db/queries/users'
import type { InTransaction } from '@/db/transact'
import { foldersOf } from '@/storage/user-folders'

/**
 * Deletes an account with everything that is its owner's; the database does so by its foreign keys. The files
 * follow after the commit; should the server stop in between, the nightly clean-up finds them.
 */
export async function removeUser(tx: InTransaction<AppContext>, userId: number): Promise<void> {
  await deleteUser(tx.db, userId)
  tx.afterCommit(async () => {
    for (const folder of foldersOf(userId)) await removeFolder(tx, folder)
  })
}

const removeFolder = ({ files, log }: Pick<AppContext, 'files' | 'log'>, folder: string) =>
  files
    .removeFolder(folder)
    .catch((error) => log.error({ err: error, folder }, 'files of a deleted account remain'))

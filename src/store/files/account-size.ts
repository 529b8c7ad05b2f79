import { join } from 'node:path'
import type { Db } from '@/store/db/connections/open'
import { findUserById } from '@/store/db/queries/accounts/users'
import type { Inbox } from './inbox'
import { foldersOf } from './orphans'
import { type Files, type FolderUse, measureFolder } from './stored-files'

interface Deps {
  db: Db
  files: Pick<Files, 'measure'>
  inbox: Inbox | undefined
}

/** Measures the files of an account in the uploads folder and in its inbox. */
export async function measureAccount(
  { db, files, inbox }: Deps,
  userId: number,
): Promise<FolderUse> {
  const user = await findUserById(db, userId)
  const uses = await Promise.all([
    ...foldersOf(userId).map((folder) => files.measure(folder)),
    ...(user && inbox ? [measureFolder(join(inbox.root, user.username))] : []),
  ])
  return uses.reduce(
    (sum, { bytes, files: count }) => ({ bytes: sum.bytes + bytes, files: sum.files + count }),
    { bytes: 0, files: 0 },
  )
}

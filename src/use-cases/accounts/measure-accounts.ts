import type { AppContext } from '@/services/context'
import { listUserIds } from '@/store/db/queries/accounts/users'

/** Measures the storage of every account, one after another. Administrators see the results in the list of members. */
export async function measureAccounts({
  db,
  storageMeter,
}: Pick<AppContext, 'db' | 'storageMeter'>): Promise<void> {
  for (const id of await listUserIds(db)) await storageMeter.remeasure(id)
}

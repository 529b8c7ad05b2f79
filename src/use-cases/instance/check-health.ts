import type { AppContext } from '@/context'
import { countUsers } from '@/db/queries/users'
import { internal } from '@/errors'

/** @throws 500 when the database does not answer. */
export async function checkDatabase(ctx: AppContext) {
  const available = await countUsers(ctx.db).then(
    () => true,
    () => false,
  )
  if (!available) throw internal('db unavailable')
  return { message: 'db available', status: 'success' }
}

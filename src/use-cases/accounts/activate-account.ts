import type { AppContext } from '@/context'
import { toSqlBool } from '@/db/columns'
import { deletePurposeTokens } from '@/db/queries/purpose-tokens'
import { type UserRow, updateUser } from '@/db/queries/users'

/** Opens or closes an account; a confirmation link that was mailed before is void in both cases. */
export async function setActive(
  ctx: Pick<AppContext, 'db'>,
  userId: number,
  active: boolean,
): Promise<UserRow> {
  await deletePurposeTokens(ctx.db, userId, 'confirm_account')
  return updateUser(ctx.db, userId, { is_active: toSqlBool(active) })
}

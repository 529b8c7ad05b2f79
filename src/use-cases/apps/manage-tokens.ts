import { notFound } from '@/lib/errors'
import { type Actor, recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import {
  deletePersonalToken,
  listPersonalTokens,
  type PersonalTokenRow,
} from '@/store/db/queries/accounts/personal-tokens'
import type { Page, PageRequest } from '@/store/db/sql'

/** Returns one page of a user's personal access tokens, newest first, including expired ones. */
export const listTokens = (
  { db }: Pick<AppContext, 'db'>,
  userId: number,
  page: PageRequest,
): Promise<Page<PersonalTokenRow>> => listPersonalTokens(db, userId, page)

/** Deletes a user's personal access token, which stops working at once. @throws 404 when there is none. */
export async function revokeToken(
  ctx: Pick<AppContext, 'db' | 'clock' | 'log'>,
  { userId, actor }: { userId: number; actor: Actor },
  id: number,
): Promise<void> {
  await transact(ctx, async (tx) => {
    if (!(await deletePersonalToken(tx.db, { id, userId }))) throw notFound('token not found')
    await recordAudit(tx, actor, 'token_revoked', { subjectId: userId })
  })
}

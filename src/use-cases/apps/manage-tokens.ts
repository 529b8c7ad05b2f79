import type { AppContext } from '@/context'
import {
  deletePersonalToken,
  listPersonalTokens,
  type PersonalTokenRow,
} from '@/db/queries/personal-tokens'
import type { Page, PageRequest } from '@/db/sql'
import { transact } from '@/db/transact'
import { notFound } from '@/errors'

/** One page of a user's tokens, newest first, those that have expired included. */
export const listTokens = (
  { db }: Pick<AppContext, 'db'>,
  userId: number,
  page: PageRequest,
): Promise<Page<PersonalTokenRow>> => listPersonalTokens(db, userId, page)

/** Deletes a token of a user; it is good for nothing from now on. @throws 404 when there is none. */
export async function revokeToken(
  ctx: Pick<AppContext, 'db' | 'log'>,
  userId: number,
  id: number,
): Promise<void> {
  const isRevoked = await transact(ctx, ({ db }) => deletePersonalToken(db, { id, userId }))
  if (!isRevoked) throw notFound('token not found')
}

import { hasRole, type Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { type CompactUserRow, loadCompactUsers } from '@/db/queries/compact-users'
import { type Bond, loadBonds } from '@/db/queries/relations'

/** A user as a visitor sees him. */
export interface RelatedUser {
  user: CompactUserRow
  /** Undefined for anonymous visitors and for oneself. */
  bond: Bond | undefined
  /** Address and activity are for oneself and for moderators. */
  withContact: boolean
}

/** Users by id as the visitor sees them; those that do not exist are missing. */
export async function loadRelatedUsers(
  ctx: Pick<AppContext, 'db'>,
  visitor: Visitor,
  ids: readonly number[],
): Promise<Map<number, RelatedUser>> {
  const users = await loadCompactUsers(ctx.db, ids)
  const others = [...users.keys()].filter((id) => id !== visitor?.userId)
  const bonds =
    visitor && others.length > 0 ? await loadBonds(ctx.db, visitor.userId, others) : undefined
  const seesContacts = hasRole(visitor, 'moderator')
  return new Map(
    [...users].map(([id, user]) => [
      id,
      { user, bond: bonds?.get(id), withContact: seesContacts || id === visitor?.userId },
    ]),
  )
}

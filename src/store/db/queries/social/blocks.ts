import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { hasRows, type IdPage, listIdPage, type PageRequest } from '@/store/db/sql'

/** A block of one user by another, by their ids. */
export interface BlockKey {
  blockerId: number
  blockedId: number
}

/** Adds a block; an existing one is not changed. */
export const insertBlock = (db: Tx, { blockerId, blockedId }: BlockKey, now: number) =>
  db
    .insertInto('blocks')
    .values({ blocker_id: blockerId, blocked_id: blockedId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const deleteBlock = (db: Tx, { blockerId, blockedId }: BlockKey) =>
  db
    .deleteFrom('blocks')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .execute()

export const isBlocked = (db: Db, { blockerId, blockedId }: BlockKey): Promise<boolean> =>
  hasRows(
    db.selectFrom('blocks').where('blocker_id', '=', blockerId).where('blocked_id', '=', blockedId),
  )

/** Ids of one page of the users that a user has blocked, newest block first. */
export const listBlockedIds = (db: Db, blockerId: number, request: PageRequest): Promise<IdPage> =>
  listIdPage(db.selectFrom('blocks').where('blocker_id', '=', blockerId), request, (blocks) =>
    blocks.select('blocked_id as id').orderBy('created_at', 'desc').orderBy('blocked_id', 'desc'),
  )

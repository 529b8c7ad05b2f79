import type { Db } from '@/db/open'

/** Somebody's block of somebody else, by their ids. */
export interface BlockKey {
  blockerId: number
  blockedId: number
}

/** Adds a block; one that is there already stays as it is. */
export const insertBlock = (db: Db, { blockerId, blockedId }: BlockKey, now: number) =>
  db
    .insertInto('blocks')
    .values({ blocker_id: blockerId, blocked_id: blockedId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const deleteBlock = (db: Db, { blockerId, blockedId }: BlockKey) =>
  db
    .deleteFrom('blocks')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .execute()

export async function isBlocked(db: Db, { blockerId, blockedId }: BlockKey): Promise<boolean> {
  const row = await db
    .selectFrom('blocks')
    .select('created_at')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .executeTakeFirst()
  return row !== undefined
}

/** Ids of one page of those whom a user has blocked, the newest block first. */
export async function listBlocked(
  db: Db,
  blockerId: number,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ ids: number[]; total: number }> {
  const base = db.selectFrom('blocks').where('blocker_id', '=', blockerId)
  const { total } = await base
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await base
    .select('blocked_id as id')
    .orderBy('created_at', 'desc')
    .orderBy('blocked_id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { ids: rows.map(({ id }) => id), total }
}

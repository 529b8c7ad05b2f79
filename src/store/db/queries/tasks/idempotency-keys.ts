import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { IdempotencyKeysTable } from '@/store/db/schema/tables.gen'

export type IdempotencyKeyRow = Selectable<IdempotencyKeysTable>

/** A key of a user, by its digest. */
export interface UserKey {
  userId: number
  keyHash: string
}

/** The row of a key that was first used after `since`. */
export const findIdempotencyKey = (
  db: Db,
  { userId, keyHash, since }: UserKey & { since: number },
): Promise<IdempotencyKeyRow | undefined> =>
  db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('key_hash', '=', keyHash)
    .where('created_at', '>', since)
    .executeTakeFirst()

/** Records the first use of a key, in place of one that has expired. */
export async function insertIdempotencyKey(
  db: Tx,
  { userId, keyHash, target, now }: UserKey & { target: string; now: number },
): Promise<void> {
  const first = { target, created_at: now, status: null, body: null }
  await db
    .insertInto('idempotency_keys')
    .values({ user_id: userId, key_hash: keyHash, ...first })
    .onConflict((conflict) => conflict.columns(['user_id', 'key_hash']).doUpdateSet(first))
    .execute()
}

/** Stores the response to the first request with a key. */
export async function updateIdempotentResponse(
  db: Tx,
  { userId, keyHash, status, body }: UserKey & { status: number; body: string },
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ status, body })
    .where('user_id', '=', userId)
    .where('key_hash', '=', keyHash)
    .execute()
}

export async function deleteIdempotencyKey(db: Tx, { userId, keyHash }: UserKey): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', userId)
    .where('key_hash', '=', keyHash)
    .execute()
}

/** Deletes up to `limit` keys that were used before a time. Returns their number. */
export async function deleteIdempotencyKeysBefore(
  db: Tx,
  before: number,
  limit: number,
): Promise<number> {
  const old = sql<number>`(select id from idempotency_keys where created_at < ${before} limit ${limit})`
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('id', 'in', old)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

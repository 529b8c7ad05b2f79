import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'

/** When a user last logged in from an address, by its digest; undefined for an unknown one. */
export async function findLoginAddress(
  db: Db,
  { userId, addressDigest }: { userId: number; addressDigest: string },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('login_addresses')
    .select('last_login_at')
    .where('user_id', '=', userId)
    .where('address_digest', '=', addressDigest)
    .executeTakeFirst()
  return row?.last_login_at
}

/** Records a login from an address, and retains the `max` most recent addresses of the user. */
export async function upsertLoginAddress(
  db: Tx,
  { userId, addressDigest, now }: { userId: number; addressDigest: string; now: number },
  max: number,
): Promise<void> {
  await db
    .insertInto('login_addresses')
    .values({ user_id: userId, address_digest: addressDigest, last_login_at: now })
    .onConflict((conflict) => conflict.doUpdateSet({ last_login_at: now }))
    .execute()
  const recent = db
    .selectFrom('login_addresses')
    .select('address_digest')
    .where('user_id', '=', userId)
    .orderBy('last_login_at', 'desc')
    .limit(max)
  await db
    .deleteFrom('login_addresses')
    .where('user_id', '=', userId)
    .where('address_digest', 'not in', recent)
    .execute()
}

/** Deletes up to `limit` addresses without a login since `before`; returns how many. */
export async function deleteOldLoginAddresses(
  db: Tx,
  before: number,
  limit: number,
): Promise<number> {
  const result = await db
    .deleteFrom('login_addresses')
    .where(
      ({ refTuple }) => refTuple('user_id', 'address_digest'),
      'in',
      ({ selectFrom }) =>
        selectFrom('login_addresses')
          .select(['user_id', 'address_digest'])
          .where('last_login_at', '<', before)
          .limit(limit)
          .$asTuple('user_id', 'address_digest'),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

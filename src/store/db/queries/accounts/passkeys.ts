import type { Insertable, Selectable } from 'kysely'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { PasskeysTable } from '@/store/db/schema/tables.gen'

export type PasskeyRow = Selectable<PasskeysTable>

export const findPasskey = (db: Db, credentialId: string): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()

/** All passkeys of a user, oldest first. */
export const listPasskeys = (db: Db, userId: number): Promise<PasskeyRow[]> =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute()

export const insertPasskey = (db: Tx, passkey: Insertable<PasskeysTable>): Promise<PasskeyRow> =>
  db.insertInto('passkeys').values(passkey).returningAll().executeTakeFirstOrThrow()

/** Records a login. */
export const recordPasskeyUse = (
  db: Tx,
  id: number,
  use: Pick<PasskeyRow, 'sign_count' | 'is_backed_up' | 'last_used_at'>,
) => db.updateTable('passkeys').set(use).where('id', '=', id).execute()

interface OwnPasskey {
  id: number
  userId: number
}

/** Renames a passkey; undefined if it does not belong to the user. */
export const renamePasskey = (
  db: Tx,
  { id, userId }: OwnPasskey,
  name: string,
): Promise<PasskeyRow | undefined> =>
  db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()

/** Deletes a passkey and returns it; undefined if it does not belong to the user. */
export const deletePasskey = (
  db: Tx,
  { id, userId }: OwnPasskey,
): Promise<PasskeyRow | undefined> =>
  db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()

export const deletePasskeysOf = (db: Tx, userId: number) =>
  db.deleteFrom('passkeys').where('user_id', '=', userId).execute()

/** Records that a challenge was used; returns false if it was used before. Deletes those that have expired. */
export async function insertUsedChallenge(
  db: Tx,
  challenge: { hash: string; expiresAt: number },
  now: number,
): Promise<boolean> {
  await db.deleteFrom('used_challenges').where('expires_at', '<', now).execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_challenges')
    .values({ challenge_hash: challenge.hash, expires_at: challenge.expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

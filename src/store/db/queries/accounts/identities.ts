import type { Insertable, Selectable } from 'kysely'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { IdentitiesTable } from '@/store/db/schema/tables.gen'

export type IdentityRow = Selectable<IdentitiesTable>

/** What identifies a person at a provider, for ever. */
export type IdentityKey = Pick<IdentityRow, 'issuer' | 'subject'>

export const findIdentity = (
  db: Db,
  { issuer, subject }: IdentityKey,
): Promise<IdentityRow | undefined> =>
  db
    .selectFrom('identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** All identities of a user, oldest first. */
export const listIdentities = (db: Db, userId: number): Promise<IdentityRow[]> =>
  db.selectFrom('identities').selectAll().where('user_id', '=', userId).orderBy('id').execute()

export const insertIdentity = (db: Tx, identity: Insertable<IdentitiesTable>) =>
  db.insertInto('identities').values(identity).execute()

/** Records a login, with the current name of the person at the provider. */
export const recordIdentityUse = (db: Tx, id: number, { name, at }: { name: string; at: number }) =>
  db.updateTable('identities').set({ name, last_login_at: at }).where('id', '=', id).execute()

/** Unlinks an identity; returns whether it was linked to the user. */
export async function deleteIdentity(
  db: Tx,
  { id, userId }: { id: number; userId: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('identities')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

import type { Selectable } from 'kysely'
import { type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { TwoFactorLoginsTable } from '@/store/db/schema/tables.gen'
import { anyOf, countRows } from '@/store/db/sql'

export type TwoFactorRow = Selectable<TwoFactorLoginsTable>

const byUser = prepared((db, user: Placeholders<{ id: number }>) =>
  db.selectFrom('two_factor_logins').selectAll().where('user_id', '=', user.id),
)

/** The secret of a user, confirmed or not. */
export const findTwoFactor = (db: Db, userId: number): Promise<TwoFactorRow | undefined> =>
  byUser.first(db, { id: userId })

/** The secret that protects the password login of a user; undefined if two-factor login is off. */
export async function findConfirmedTwoFactor(
  db: Db,
  userId: number,
): Promise<(TwoFactorRow & { confirmed_at: number; last_step: number }) | undefined> {
  const row = await findTwoFactor(db, userId)
  const { confirmed_at = null, last_step = null } = row ?? {}
  return row && confirmed_at !== null && last_step !== null
    ? { ...row, confirmed_at, last_step }
    : undefined
}

/** Those of the users who have two-factor login. */
export async function listUsersWithTwoFactor(
  db: Db,
  userIds: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('two_factor_logins')
    .select('user_id')
    .where('user_id', 'in', anyOf(userIds))
    .where('confirmed_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

/** Stores a new secret that is not confirmed yet. Replaces an earlier one. */
export const upsertSecret = (db: Tx, userId: number, sealed: Buffer) =>
  db
    .insertInto('two_factor_logins')
    .values({ user_id: userId, sealed_secret: sealed })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed_secret: sealed, confirmed_at: null, last_step: null }),
    )
    .execute()

export const updateTwoFactor = (
  db: Tx,
  userId: number,
  changes: { confirmed_at?: number; last_step: number },
) => db.updateTable('two_factor_logins').set(changes).where('user_id', '=', userId).execute()

/** Deletes the secret and the recovery codes of a user. */
export const deleteTwoFactor = (db: Tx, userId: number) =>
  db.deleteFrom('two_factor_logins').where('user_id', '=', userId).execute()

export const countRecoveryCodes = (db: Db, userId: number): Promise<number> =>
  countRows(db.selectFrom('recovery_codes').where('user_id', '=', userId))

/** Replaces the recovery codes of a user. */
export async function replaceRecoveryCodes(
  db: Tx,
  userId: number,
  hashes: readonly string[],
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

/** Deletes a recovery code; returns whether the user had it. */
export async function deleteRecoveryCode(
  db: Tx,
  { userId, hash }: { userId: number; hash: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

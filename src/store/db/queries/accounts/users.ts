import type { Insertable, Selectable, Updateable } from 'kysely'
import { cachedQuery, type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { fromJson, type RoleName, type Switches } from '@/store/db/schema/columns'
import type { UsersTable } from '@/store/db/schema/tables.gen'
import { anyIn, anyOf, countRows, hasRows } from '@/store/db/sql'

export type UserRow = Selectable<UsersTable>
export type NewUser = Insertable<UsersTable>
export type UserChanges = Updateable<UsersTable>

const byName = prepared((db, user: Placeholders<{ username: string }>) =>
  db.selectFrom('users').selectAll().where('username', '=', user.username),
)
const byEmail = prepared((db, user: Placeholders<{ email: string }>) =>
  db.selectFrom('users').selectAll().where('email', '=', user.email),
)
const byId = prepared((db, user: Placeholders<{ id: number }>) =>
  db.selectFrom('users').selectAll().where('id', '=', user.id),
)
const byIds = cachedQuery((db, wanted: Placeholders<{ ids: string }>) =>
  db.selectFrom('users').selectAll().where('id', 'in', anyIn<number>(wanted.ids)),
)

/** Usernames and email addresses are compared case-insensitively. */
export const findUserByName = (db: Db, username: string): Promise<UserRow | undefined> =>
  byName.first(db, { username })

export const findUserByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  byEmail.first(db, { email })

export const findUserById = (db: Db, id: number): Promise<UserRow | undefined> =>
  byId.first(db, { id })

/** Accounts by their ids. */
export async function loadUsers(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, Readonly<UserRow>>> {
  const rows = await byIds.all(db, { ids: JSON.stringify(ids) })
  return new Map(rows.map((row) => [row.id, row]))
}

export async function getUserById(db: Db, id: number): Promise<UserRow> {
  const user = await findUserById(db, id)
  if (!user) throw new Error('an account is gone')
  return user
}

/** The storage in bytes that an account may use; null if the quota of the server applies. */
export const findQuota = async (db: Db, id: number): Promise<number | null> =>
  (await findUserById(db, id))?.quota_bytes ?? null

/** Stores how much storage an account uses. Does nothing if the account is gone or nothing has changed. */
export const storeStorageUse = (db: Tx, id: number, bytes: number) =>
  db
    .updateTable('users')
    .set({ storage_bytes: bytes })
    .where('id', '=', id)
    .where('storage_bytes', 'is distinct from', bytes)
    .execute()

export const insertUser = (db: Tx, user: NewUser): Promise<UserRow> =>
  db.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow()

export const updateUser = (db: Tx, id: number, changes: UserChanges): Promise<UserRow> =>
  db.updateTable('users').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Deletes an account; foreign keys delete its data. */
export const deleteUser = (db: Tx, id: number) =>
  db.deleteFrom('users').where('id', '=', id).execute()

/** Identifiers of every account. */
export async function listUserIds(db: Db): Promise<Set<number>> {
  const rows = await db.selectFrom('users').select('id').execute()
  return new Set(rows.map(({ id }) => id))
}

/** Counts all accounts, including inactive and suspended ones. */
export const countUsers = (db: Db): Promise<number> => countRows(db.selectFrom('users'))

/** Counts accounts with one of these roles, in any state. */
export const countUsersWithRole = (db: Db, roles: readonly RoleName[]): Promise<number> =>
  countRows(db.selectFrom('users').where('role', 'in', anyOf(roles)))

/** Whether the server has been set up: an administrator or owner exists, in any state. */
export const isSetUp = (db: Db): Promise<boolean> =>
  hasRows(db.selectFrom('users').where('role', 'in', ['admin', 'owner']))

/** Accounts that may log in. */
export const countActiveUsers = (db: Db): Promise<number> =>
  countRows(db.selectFrom('users').where('is_active', '=', 1))

/** Active accounts with one of these roles. Suspended accounts are not among them, because suspension removes the role. */
export async function listActiveUserIds(db: Db, roles: readonly RoleName[]): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', 'in', anyOf(roles))
    .where('is_active', '=', 1)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Loads which notifications the accounts have switched on or off; a missing name means on. */
export async function loadNotificationSwitches(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, Switches>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'notification_preferences'])
    .where('id', 'in', anyOf(ids))
    .execute()
  return new Map(rows.map((row) => [row.id, fromJson(row.notification_preferences)]))
}

/** The latest creation of an account or workout, in milliseconds since the Unix epoch. */
export async function findNewestInstant(db: Db): Promise<number | undefined> {
  const { users, workouts } = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('users')
        .select(({ fn }) => fn.max('created_at').as('at'))
        .as('users'),
      selectFrom('workouts')
        .select(({ fn }) => fn.max('creation_date').as('at'))
        .as('workouts'),
    ])
    .executeTakeFirstOrThrow()
  const known = [users, workouts].filter((instant) => instant !== null)
  return known.length > 0 ? Math.max(...known) : undefined
}

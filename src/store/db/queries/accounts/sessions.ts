import type { Insertable, Selectable } from 'kysely'
import { type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { SessionsTable } from '@/store/db/schema/tables.gen'
import { hasRows, listPage, type Page, type PageRequest } from '@/store/db/sql'

export type SessionRow = Selectable<SessionsTable>

/** The parts of a session token that identify the session. */
export interface SessionKey {
  userId: number
  epoch: number
  /** Digest of the token. */
  digest: string
  /** Whether the session has a row. Tokens of earlier releases have none. */
  isStored: boolean
}

const sessionUser = prepared((db, session: Placeholders<{ userId: number; digest: string }>) =>
  db
    .selectFrom('users')
    .leftJoin('sessions', (join) =>
      join.onRef('sessions.user_id', '=', 'users.id').on('token_hash', '=', session.digest),
    )
    .select(['users.id', 'username', 'role', 'is_active', 'suspended_at', 'timezone'])
    .select(['session_epoch', 'kept_session_hash', 'users.last_seen_on'])
    .select(['sessions.id as session_id', 'sessions.last_seen_on as session_seen_on'])
    .where('users.id', '=', session.userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('blacklisted_tokens')
            .select('blacklisted_tokens.token_hash')
            .where('blacklisted_tokens.token_hash', '=', session.digest),
        ),
      ),
    ),
)

/**
 * Finds the user of a session that has not been ended. A session with a row ends when the row is deleted, the others
 * end together, with the epoch of the account.
 */
export async function findSession(db: Db, { userId, epoch, digest, isStored }: SessionKey) {
  const user = await sessionUser.first(db, { userId, digest })
  if (!user) return undefined
  const isValid = isStored
    ? user.session_id !== null
    : user.session_epoch === epoch || user.kept_session_hash === digest
  return isValid ? user : undefined
}

export const insertSession = (db: Tx, session: Insertable<SessionsTable>) =>
  db.insertInto('sessions').values(session).execute()

const sessionsOf = (db: Db, userId: number, now: number) =>
  db.selectFrom('sessions').where('user_id', '=', userId).where('expires_at', '>', now)

/** One page of the sessions of a user that have not expired, newest first. */
export const listSessions = (
  db: Db,
  { userId, now }: { userId: number; now: number },
  page: PageRequest,
): Promise<Page<SessionRow>> =>
  listPage(sessionsOf(db, userId, now), page, (rows) => rows.selectAll().orderBy('id', 'desc'))

/** Whether the session of a token has a row. */
export const hasSession = (db: Db, digest: string): Promise<boolean> =>
  hasRows(db.selectFrom('sessions').where('token_hash', '=', digest))

/** The id of the session of a token; undefined if it has no row. */
export async function findSessionId(db: Db, digest: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', digest)
    .executeTakeFirst()
  return row?.id
}

/** When the session of a token started, in milliseconds since the Unix epoch; undefined if it has no row. */
export async function findSessionStart(db: Db, digest: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('token_hash', '=', digest)
    .executeTakeFirst()
  return row?.created_at
}

/** Ends a session; returns whether it belonged to the user. */
export async function deleteSession(
  db: Tx,
  { id, userId }: { id: number; userId: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends the session of a token. */
export const deleteSessionOfToken = (db: Tx, digest: string) =>
  db.deleteFrom('sessions').where('token_hash', '=', digest).execute()

/** Ends all sessions of a user that have a row, except the one whose token has the digest `kept`. */
export const deleteSessionsOf = (db: Tx, userId: number, kept: string | null) =>
  db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(kept !== null, (query) => query.where('token_hash', '<>', kept ?? ''))
    .execute()

/** Deletes up to `limit` sessions that expired before an instant; returns how many. */
export async function deleteExpiredSessions(
  db: Tx,
  before: number,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('sessions').select('id').where('expires_at', '<', before).limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Records the day on which an account, and one of its sessions, was last used, unless a later one is recorded. */
export async function recordLastSeen(
  db: Tx,
  { userId, sessionId, day }: { userId: number; sessionId: number | null; day: string },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ last_seen_on: day })
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('last_seen_on', 'is', null), eb('last_seen_on', '<', day)]))
    .execute()
  if (sessionId !== null)
    await db
      .updateTable('sessions')
      .set({ last_seen_on: day })
      .where('id', '=', sessionId)
      .where('last_seen_on', '<', day)
      .execute()
}

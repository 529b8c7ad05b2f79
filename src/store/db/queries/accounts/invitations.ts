import type { Insertable, Selectable } from 'kysely'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { InvitationsTable } from '@/store/db/schema/tables.gen'
import { listPage, type Page, type PageRequest } from '@/store/db/sql'

export type InvitationRow = Selectable<InvitationsTable>

/** An invitation with the usernames of those who sent and accepted it; null if there is no such account. */
export interface NamedInvitation extends InvitationRow {
  invited_by_name: string | null
  accepted_by_name: string | null
}

export const insertInvitation = (
  db: Tx,
  invitation: Insertable<InvitationsTable>,
): Promise<{ id: number }> =>
  db.insertInto('invitations').values(invitation).returning('id').executeTakeFirstOrThrow()

/** An invitation that was neither accepted nor revoked; it may have expired. */
const selectOpen = (db: Db) =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)

export const findOpenInvitation = (db: Db, id: number): Promise<InvitationRow | undefined> =>
  selectOpen(db).where('id', '=', id).executeTakeFirst()

/** Addresses are compared case-insensitively. */
export const findOpenInvitationTo = (db: Db, email: string): Promise<InvitationRow | undefined> =>
  selectOpen(db).where('email', '=', email).executeTakeFirst()

/** The open invitation with the digest of a secret, until it expires. */
export const findValidInvitation = (
  db: Db,
  { hash, now }: { hash: string; now: number },
): Promise<InvitationRow | undefined> =>
  selectOpen(db).where('secret_hash', '=', hash).where('expires_at', '>', now).executeTakeFirst()

const selectNamed = (db: Db) =>
  db
    .selectFrom('invitations')
    .leftJoin('users as inviters', 'inviters.id', 'invitations.invited_by')
    .leftJoin('users as members', 'members.id', 'invitations.accepted_by')

/** One page of all invitations, newest first. */
export const listInvitations = (db: Db, page: PageRequest): Promise<Page<NamedInvitation>> =>
  listPage(selectNamed(db), page, (rows) =>
    rows
      .selectAll('invitations')
      .select(['inviters.username as invited_by_name', 'members.username as accepted_by_name'])
      .orderBy('invitations.id', 'desc'),
  )

export const getInvitation = (db: Db, id: number): Promise<NamedInvitation> =>
  selectNamed(db)
    .selectAll('invitations')
    .select(['inviters.username as invited_by_name', 'members.username as accepted_by_name'])
    .where('invitations.id', '=', id)
    .executeTakeFirstOrThrow()

/** Replaces the secret of an invitation. */
export const renewInvitation = (
  db: Tx,
  id: number,
  renewed: Pick<InvitationRow, 'secret_hash' | 'sent_at' | 'expires_at'>,
) => db.updateTable('invitations').set(renewed).where('id', '=', id).execute()

export const markInvitationRevoked = (db: Tx, id: number, at: number) =>
  db.updateTable('invitations').set({ revoked_at: at }).where('id', '=', id).execute()

/** Records the account that was created with an invitation. */
export const markInvitationAccepted = (db: Tx, id: number, by: { userId: number; at: number }) =>
  db
    .updateTable('invitations')
    .set({ accepted_at: by.at, accepted_by: by.userId })
    .where('id', '=', id)
    .execute()

/** Records the account that was created without the open invitation of its address, if there is one. */
export const acceptInvitationTo = (db: Tx, email: string, by: { userId: number; at: number }) =>
  db
    .updateTable('invitations')
    .set({ accepted_at: by.at, accepted_by: by.userId })
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()

/**
 * Deletes up to `limit` invitations that expired before an instant without being accepted, in milliseconds since the
 * Unix epoch, because they contain an address; returns how many.
 */
export async function deleteExpiredInvitations(
  db: Tx,
  before: number,
  limit: number,
): Promise<number> {
  const result = await db
    .deleteFrom('invitations')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('invitations')
        .select('id')
        .where('expires_at', '<', before)
        .where('accepted_at', 'is', null)
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

import type { Insertable, Selectable } from 'kysely'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { MemberNotesTable } from '@/store/db/schema/tables.gen'
import { listPage, type Page, type PageRequest } from '@/store/db/sql'

/** What a moderator wrote down about a member. */
export type MemberNoteRow = Selectable<MemberNotesTable>

export const insertMemberNote = (
  db: Tx,
  note: Insertable<MemberNotesTable>,
): Promise<MemberNoteRow> =>
  db.insertInto('member_notes').values(note).returningAll().executeTakeFirstOrThrow()

/** One page of the notes about a member, newest first. */
export const listMemberNotes = (
  db: Db,
  userId: number,
  request: PageRequest,
): Promise<Page<MemberNoteRow>> =>
  listPage(db.selectFrom('member_notes').where('user_id', '=', userId), request, (notes) =>
    notes.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'),
  )

export const findMemberNote = (
  db: Db,
  { id, userId }: { id: number; userId: number },
): Promise<MemberNoteRow | undefined> =>
  db
    .selectFrom('member_notes')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()

export const deleteMemberNote = (db: Tx, id: number) =>
  db.deleteFrom('member_notes').where('id', '=', id).execute()

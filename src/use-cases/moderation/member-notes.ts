import { forbidden, notFound } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { canDeleteNote } from '@/policy/moderation'
import { recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import {
  deleteMemberNote as deleteNote,
  findMemberNote,
  insertMemberNote,
  listMemberNotes as listNotes,
  type MemberNoteRow,
} from '@/store/db/queries/social/member-notes'
import type { PageRequest } from '@/store/db/sql'
import { loadSeenUsers } from '@/use-cases/views/user'
import { requireMember } from './sanction-member'

type Deps = Pick<AppContext, 'db'>

/** Returns one page of moderators' notes about a member, newest first. @throws 404. */
export async function listMemberNotes(
  ctx: Deps,
  caller: Caller,
  { username, ...page }: PageRequest & { username: string },
) {
  const { id } = await requireMember(ctx, caller, username)
  const { rows, total } = await listNotes(ctx.db, id, page)
  return { views: await loadNoteViews(ctx, caller, rows), total }
}

/** Adds a note about a member, for moderators only. @throws 404. */
export const createMemberNote = (
  ctx: AppContext,
  caller: Caller,
  { username, text }: { username: string; text: string },
) =>
  transact(ctx, async (tx) => {
    const { id } = await requireMember(tx, caller, username)
    const note = await insertMemberNote(tx.db, {
      user_id: id,
      author_id: caller.userId,
      created_at: tx.clock.now(),
      text,
    })
    await recordAudit(tx, caller, 'member_note_created', { subjectId: id })
    const [view] = await loadNoteViews(tx, caller, [note])
    if (!view) throw new Error('no view for a note that exists')
    return view
  })

/** Deletes a note about a member. @throws 404; 403 unless the caller wrote it or is an administrator. */
export const deleteMemberNote = (
  ctx: AppContext,
  caller: Caller,
  { username, id }: { username: string; id: number },
): Promise<void> =>
  transact(ctx, async (tx) => {
    const { id: userId } = await requireMember(tx, caller, username)
    const note = await findMemberNote(tx.db, { id, userId })
    if (!note) throw notFound('note not found')
    if (!canDeleteNote(caller, note.author_id)) throw forbidden()
    await deleteNote(tx.db, id)
    await recordAudit(tx, caller, 'member_note_deleted', { subjectId: userId })
  })

async function loadNoteViews(ctx: Deps, caller: Caller, notes: readonly MemberNoteRow[]) {
  const authors = await loadSeenUsers(ctx, caller, [
    ...new Set(notes.flatMap(({ author_id }) => author_id ?? [])),
  ])
  return notes.map((note) => ({
    note,
    author: note.author_id === null ? null : (authors.get(note.author_id) ?? null),
    canDelete: canDeleteNote(caller, note.author_id),
  }))
}

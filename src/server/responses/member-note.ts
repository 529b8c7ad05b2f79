import { type Static, Type } from '@sinclair/typebox'
import { formatHttpDate } from '@/lib/time/http-date'
import type { MemberNoteRow } from '@/store/db/queries/social/member-notes'
import { presentSeenUserOrNull, type SeenUser, seenUser } from './accounts/compact-user'
import { flag, nullable, numericId, text, timestamp } from './fields'

/** A note about a member. The author is null when their account was deleted. */
export interface MemberNoteView {
  note: MemberNoteRow
  author: SeenUser | null
  canDelete: boolean
}

export const memberNote = Type.Object(
  {
    author: nullable(seenUser),
    can_delete: flag('Whether the caller may delete it.'),
    created_at: timestamp('When it was written.'),
    id: numericId('The note.'),
    text: text('What the moderator wrote.'),
  },
  {
    $id: 'MemberNote',
    description:
      'A note of a moderator about a member, for moderators only. `author` is null when their account was deleted.',
  },
)
export type MemberNote = Static<typeof memberNote>

export const presentMemberNote = ({ note, author, canDelete }: MemberNoteView): MemberNote => ({
  author: presentSeenUserOrNull(author),
  can_delete: canDelete,
  created_at: formatHttpDate(note.created_at),
  id: note.id,
  text: note.text,
})

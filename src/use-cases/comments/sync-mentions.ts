import type { AppContext } from '@/context'
import type { CommentRow } from '@/db/queries/comments'
import { deleteMentions, insertMentions, listMentions, listUsersNamed } from '@/db/queries/mentions'
import type { InTransaction } from '@/db/transact'
import { namesMentioned } from '@/lib/mentions'
import { withdraw } from '@/notify/notify'

/**
 * Brings the mentions of a comment in line with its text and withdraws the notifications of users who are no longer
 * mentioned. Returns the ids of users who are newly mentioned.
 */
export async function syncMentions(
  tx: InTransaction<Pick<AppContext, 'db' | 'clock'>>,
  { id: commentId, text }: CommentRow,
): Promise<number[]> {
  const named = await listUsersNamed(tx.db, namesMentioned(text))
  const now = new Set(named.map(({ id }) => id))
  const before = new Set((await listMentions(tx.db, [commentId])).get(commentId))
  const gone = [...before.difference(now)]
  const added = [...now.difference(before)]
  await deleteMentions(tx.db, commentId, gone)
  await withdraw(tx, 'mentions_removed', { commentId, userIds: gone })
  await insertMentions(tx.db, { commentId, userIds: added, at: tx.clock.now() })
  return added
}

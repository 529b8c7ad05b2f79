import { findMentionedNames } from '@/domain/text/mentions'
import type { AppContext } from '@/services/context'
import { withdraw } from '@/services/notifications/notify'
import type { InTransaction } from '@/store/db/connections/transact'
import type { CommentRow } from '@/store/db/queries/social/comments'
import {
  deleteMentions,
  insertMentions,
  listMentions,
  listUsersNamed,
} from '@/store/db/queries/social/mentions'

/**
 * Updates the mentions of a comment from its text and withdraws the notifications of users who are no longer mentioned.
 * Returns the ids of newly mentioned users.
 */
export async function syncMentions(
  tx: InTransaction<Pick<AppContext, 'db' | 'clock'>>,
  { id: commentId, text }: CommentRow,
): Promise<number[]> {
  const named = await listUsersNamed(tx.db, findMentionedNames(text))
  const now = new Set(named.map(({ id }) => id))
  const before = new Set((await listMentions(tx.db, [commentId])).get(commentId))
  const removed = [...before.difference(now)]
  const added = [...now.difference(before)]
  await deleteMentions(tx.db, commentId, removed)
  await withdraw(tx, 'mentions_removed', { commentId, userIds: removed })
  await insertMentions(tx.db, { commentId, userIds: added, at: tx.clock.now() })
  return added
}

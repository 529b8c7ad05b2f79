import { invalidPayload } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { notify } from '@/services/notifications/notify'
import { transact } from '@/store/db/connections/transact'
import { deleteComment, updateComment } from '@/store/db/queries/social/comments'
import { loadCommentView, requireOwnComment } from '@/use-cases/views/comment'
import { readText } from './create-comment'
import { syncMentions } from './sync-mentions'

/** Changes the text of one of the caller's comments. @throws 404, 403, then 400 when the body is invalid. */
export async function editComment(ctx: AppContext, caller: Caller, shortId: string, body: unknown) {
  const text = readText(body)
  return transact(ctx, async (tx) => {
    const { id } = await requireOwnComment(tx, caller, shortId)
    if (text === undefined) throw invalidPayload('text')
    const comment = await updateComment(tx.db, id, { text, modification_date: tx.clock.now() })
    const mentionedIds = await syncMentions(tx, comment)
    await notify(tx, 'comment_edited', { comment, mentionedIds })
    return loadCommentView(tx, caller, comment)
  })
}

/** Deletes one of the caller's comments. @throws 404 and 403 as `requireOwnComment`. */
export async function deleteOwnComment(ctx: AppContext, caller: Caller, shortId: string) {
  await transact(ctx, async (tx) => {
    const { id } = await requireOwnComment(tx, caller, shortId)
    await deleteComment(tx.db, id)
  })
}

import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { deleteComment, updateComment } from '@/db/queries/comments'
import { transact } from '@/db/transact'
import { invalidPayload } from '@/errors'
import { notify } from '@/notify/notify'
import { loadCommentView } from '@/views/comment'
import { readText } from './create-comment'
import { requireOwnComment } from './read-comments'
import { syncMentions } from './sync-mentions'

/** Changes the text of one of the caller's comments. @throws 404, 403, then 400 for a bad body. */
export async function editComment(ctx: AppContext, caller: Caller, shortId: string, body: unknown) {
  const text = readText(body)
  return transact(ctx, async (tx) => {
    const { id } = await requireOwnComment(tx, caller, shortId)
    if (text === undefined) throw invalidPayload()
    const comment = await updateComment(tx.db, id, { text, modification_date: tx.clock.now() })
    const mentionedIds = await syncMentions(tx, comment)
    await notify(tx, 'comment_edited', { comment, mentionedIds })
    return loadCommentView(tx, caller, comment)
  })
}

/** Deletes one of the caller's comments. @throws 404 and 403 as `requireOwnComment`. */
export async function removeComment(ctx: AppContext, caller: Caller, shortId: string) {
  await transact(ctx, async (tx) => {
    const { id } = await requireOwnComment(tx, caller, shortId)
    await deleteComment(tx.db, id)
  })
}

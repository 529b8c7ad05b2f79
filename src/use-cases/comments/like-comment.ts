import type { Caller, Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { deleteLike, insertLike, listLikes } from '@/db/queries/likes'
import type { PageRequest } from '@/db/sql'
import { transact } from '@/db/transact'
import { forbidden } from '@/errors'
import { notify, withdraw } from '@/notify/notify'
import { canBeLiked } from '@/policy/comment'
import { loadCommentView } from '@/views/comment'
import { loadUserPage } from '@/views/user'
import { requireVisibleComment } from './read-comments'

/** Likes a comment, once. @throws 404 for one the caller may not see, 403 for a suspended one. */
export async function likeComment(ctx: AppContext, caller: Caller, shortId: string) {
  return transact(ctx, async (tx) => {
    const comment = await requireVisibleComment(tx, caller, { shortId })
    if (!canBeLiked(comment)) throw forbidden()
    const { userId } = caller
    const target = { kind: 'comment', id: comment.id } as const
    if (await insertLike(tx.db, target, { userId, now: tx.clock.now() }))
      await notify(tx, 'comment_liked', { userId, comment })
    return loadCommentView(tx, caller, comment)
  })
}

/** Takes a like back, if there is one. @throws 404 for a comment the caller may not see. */
export async function unlikeComment(ctx: AppContext, caller: Caller, shortId: string) {
  return transact(ctx, async (tx) => {
    const comment = await requireVisibleComment(tx, caller, { shortId })
    const { userId } = caller
    await deleteLike(tx.db, { kind: 'comment', id: comment.id }, userId)
    await withdraw(tx, 'comment_unliked', { commentId: comment.id, userId })
    return loadCommentView(tx, caller, comment)
  })
}

/** One page of those who like a comment, newest like first. @throws 404 for a comment the visitor may not see. */
export async function listCommentLikes(
  ctx: AppContext,
  visitor: Visitor,
  { shortId, ...page }: PageRequest & { shortId: string },
) {
  const comment = await requireVisibleComment(ctx, visitor, { shortId })
  return loadUserPage(
    ctx,
    visitor,
    await listLikes(ctx.db, { kind: 'comment', id: comment.id }, page),
  )
}

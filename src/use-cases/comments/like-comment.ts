import { forbidden } from '@/lib/errors'
import type { Caller, Visitor } from '@/policy/caller'
import { canBeLiked } from '@/policy/comment'
import type { AppContext } from '@/services/context'
import { notify, withdraw } from '@/services/notifications/notify'
import { transact } from '@/store/db/connections/transact'
import { deleteLike, insertLike, listLikes } from '@/store/db/queries/social/likes'
import type { PageRequest } from '@/store/db/sql'
import { loadCommentView, requireVisibleComment } from '@/use-cases/views/comment'
import { loadUserPage } from '@/use-cases/views/user'

/**
 * Likes a comment; has no effect if the caller likes it already.
 *
 * @throws 404 when the caller may not see it, 403 when it is suspended.
 */
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

/** Removes the caller's like, if there is one. @throws 404 when the caller may not see the comment. */
export async function unlikeComment(ctx: AppContext, caller: Caller, shortId: string) {
  return transact(ctx, async (tx) => {
    const comment = await requireVisibleComment(tx, caller, { shortId })
    const { userId } = caller
    await deleteLike(tx.db, { kind: 'comment', id: comment.id }, userId)
    await withdraw(tx, 'comment_unliked', { commentId: comment.id, userId })
    return loadCommentView(tx, caller, comment)
  })
}

/**
 * Returns one page of the users who like a comment, newest like first.
 *
 * @throws 404 when the visitor may not see the comment.
 */
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

import { sql } from 'kysely'
import type { Db } from '@/db/open'
import { isOneOf } from '@/db/sql'
import type { LikeState } from './workout-likes'

interface CommentLike {
  commentId: number
  userId: number
}

/** Notes that a user likes a comment; false when that was known. */
export async function insertCommentLike(
  db: Db,
  { commentId, userId }: CommentLike,
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('comment_likes')
    .values({ comment_id: commentId, user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const deleteCommentLike = (db: Db, { commentId, userId }: CommentLike) =>
  db
    .deleteFrom('comment_likes')
    .where('comment_id', '=', commentId)
    .where('user_id', '=', userId)
    .execute()

/** How many like each comment, and whether a viewer is among them; comments nobody likes are missing. */
export async function loadCommentLikes(
  db: Db,
  commentIds: readonly number[],
  viewerId: number | undefined,
): Promise<Map<number, LikeState>> {
  const rows = await db
    .selectFrom('comment_likes')
    .select((eb) => [
      'comment_id',
      eb.fn.countAll<number>().as('count'),
      eb.fn
        .countAll<number>()
        .filterWhere('user_id', '=', viewerId ?? 0)
        .as('own'),
    ])
    .where(isOneOf(sql.ref('comment_id'), commentIds))
    .groupBy('comment_id')
    .execute()
  return new Map(rows.map(({ comment_id, count, own }) => [comment_id, { count, liked: own > 0 }]))
}

/** Ids of one page of those who like a comment, the newest like first. */
export async function listCommentLikes(
  db: Db,
  commentId: number,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ ids: number[]; total: number }> {
  const base = db.selectFrom('comment_likes').where('comment_id', '=', commentId)
  const { total } = await base
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await base
    .select('user_id as id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { ids: rows.map(({ id }) => id), total }
}

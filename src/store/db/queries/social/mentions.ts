import { cachedQuery, type Placeholders } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { anyIn, anyOf } from '@/store/db/sql'

/** Users with these names, regardless of case. */
export const listUsersNamed = (db: Db, names: readonly string[]) =>
  db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('username', 'in', anyOf(names))
    .orderBy('id')
    .execute()

/** Adds mentions of users to a comment. */
export async function insertMentions(
  db: Tx,
  { commentId, userIds, at }: { commentId: number; userIds: readonly number[]; at: number },
): Promise<void> {
  for (const userId of userIds)
    await db
      .insertInto('mentions')
      .values({ comment_id: commentId, user_id: userId, created_at: at })
      .execute()
}

export async function deleteMentions(
  db: Tx,
  commentId: number,
  userIds: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('mentions')
    .where('comment_id', '=', commentId)
    .where('user_id', 'in', anyOf(userIds))
    .execute()
}

const mentions = cachedQuery((db, wanted: Placeholders<{ commentIds: string }>) =>
  db
    .selectFrom('mentions')
    .select(['comment_id', 'user_id'])
    .where('comment_id', 'in', anyIn<number>(wanted.commentIds))
    .orderBy('comment_id')
    .orderBy('user_id'),
)

/** Ids of the users each comment mentions. */
export async function listMentions(
  db: Db,
  commentIds: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await mentions.all(db, { commentIds: JSON.stringify(commentIds) })
  return new Map(
    [...Map.groupBy(rows, ({ comment_id }) => comment_id)].map(([id, mentions]) => [
      id,
      mentions.map(({ user_id }) => user_id),
    ]),
  )
}

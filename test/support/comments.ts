import type { AppContext } from '@/services/context'
import { writeTo } from '@/store/db/connections/transact'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { type CommentRow, insertComment, type NewComment } from '@/store/db/queries/social/comments'
import { insertMentions } from '@/store/db/queries/social/mentions'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import type { Visibility } from '@/store/db/schema/columns'
import { startServer } from './client'
import { aUser } from './factories'
import { aFollow, aWorkout } from './workouts'

type Writer = Pick<AppContext, 'db' | 'ids' | 'clock'>

/** A public comment of a user on a workout, modified by `changes`, without notifications. */
export const aComment = (
  { db, ids, clock }: Writer,
  { by, on }: { by: UserRow; on: WorkoutRow },
  changes: Partial<NewComment> = {},
): Promise<CommentRow> =>
  writeTo(db, (tx) =>
    insertComment(tx, {
      short_id: ids.shortId(),
      user_id: by.id,
      workout_id: on.id,
      text: 'well done',
      text_visibility: 'public',
      created_at: clock.now(),
      ...changes,
    }),
  )

export const aMention = ({ db, clock }: Writer, comment: CommentRow, user: UserRow) =>
  writeTo(db, (tx) =>
    insertMentions(tx, { commentId: comment.id, userIds: [user.id], at: clock.now() }),
  )

export const UNKNOWN_ID = '2AXUtXDfi8HwaAHdf6BDaa'

/**
 * A server with Ann, her workouts of every visibility, her follower Bob, and Eve, who has no relationship to either.
 */
export async function startDiscussion() {
  const server = startServer()
  const { ctx } = server
  const [ann, bob, eve] = [
    await aUser(ctx, { username: 'ann' }),
    await aUser(ctx, { username: 'bob' }),
    await aUser(ctx, { username: 'eve' }),
  ]
  await aFollow(ctx, bob, ann)
  const [open, shared, hidden] = [
    await aWorkout(ctx, ann, { workout_visibility: 'public' }),
    await aWorkout(ctx, ann, { workout_visibility: 'followers_only' }),
    await aWorkout(ctx, ann, { workout_visibility: 'private' }),
  ]
  const send = (method: string, path: string, as?: UserRow, json?: unknown) =>
    server.call(method, path, { ...(as && { as }), ...(json !== undefined && { json }) })
  return {
    ...server,
    ...{ ann, bob, eve, open, shared, hidden, send },
    /** Comments through the API and returns the Comment object. */
    comment: async (as: UserRow, on: WorkoutRow, text: string, level: Visibility = 'public') => {
      const json = { text, text_visibility: level }
      const answer = await send('POST', `/api/workouts/${on.short_id}/comments`, as, json)
      if (answer.status !== 201) throw new Error(`refused: ${JSON.stringify(answer.body)}`)
      return answer.body.comment
    },
  }
}

/** A response that contains only a message. */
export const errorResponse = (status: number, message: string, word = 'error') => ({
  status,
  body: { message, status: word },
})

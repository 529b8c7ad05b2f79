import type { AppContext } from '@/context'
import type { Visibility } from '@/db/columns'
import { type CommentRow, insertComment, type NewComment } from '@/db/queries/comments'
import { insertMentions } from '@/db/queries/mentions'
import type { UserRow } from '@/db/queries/users'
import type { WorkoutRow } from '@/db/queries/workouts'
import { writeTo } from '@/db/transact'
import { startServer } from './client'
import { aUser } from './factories'
import { aFollow, aWorkout } from './workouts'

type Writer = Pick<AppContext, 'db' | 'ids' | 'clock'>

/** A public comment of a user on a workout, as `changes` say; nobody is told of it. */
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

/** A server with Ann, her workouts of every level, her follower Bob and Eve, who has nothing to do with either. */
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
    /** Comments through the API; the Comment object. */
    comment: async (as: UserRow, on: WorkoutRow, text: string, level: Visibility = 'public') => {
      const json = { text, text_visibility: level }
      const answer = await send('POST', `/api/workouts/${on.short_id}/comments`, as, json)
      if (answer.status !== 201) throw new Error(`refused: ${JSON.stringify(answer.body)}`)
      return answer.body.comment
    },
  }
}

/** What an answer with nothing but a message looks like. */
export const refusal = (status: number, message: string, word = 'error') => ({
  status,
  body: { message, status: word },
})

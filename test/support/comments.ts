import type { AppContext } from '@/context'
import { type CommentRow, insertComment, type NewComment } from '@/db/queries/comments'
import { insertMentions } from '@/db/queries/mentions'
import type { UserRow } from '@/db/queries/users'
import type { WorkoutRow } from '@/db/queries/workouts'

type Writer = Pick<AppContext, 'db' | 'ids' | 'clock'>

/** A public comment of a user on a workout, as `changes` say; nobody is told of it. */
export const aComment = (
  { db, ids, clock }: Writer,
  { by, on }: { by: UserRow; on: WorkoutRow },
  changes: Partial<NewComment> = {},
): Promise<CommentRow> =>
  insertComment(db, {
    short_id: ids.shortId(),
    user_id: by.id,
    workout_id: on.id,
    text: 'well done',
    text_visibility: 'public',
    created_at: clock.now(),
    ...changes,
  })

export const aMention = ({ db, clock }: Writer, comment: CommentRow, user: UserRow) =>
  insertMentions(db, { commentId: comment.id, userIds: [user.id], at: clock.now() })

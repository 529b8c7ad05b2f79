import type { AppContext } from '@/context'
import { findComment, insertComment } from '@/db/queries/comments'
import type { UserRow } from '@/db/queries/users'
import { findWorkout } from '@/db/queries/workouts'
import type { InTransaction } from '@/db/transact'
import { uuidOf } from '@/lib/short-id'
import type { MovedComment } from './moved-workout'

/**
 * Moves the owner's comments on workouts that are here; nobody is told, since nothing new was said. They
 * are noted as made by the task.
 */
export async function moveComments(
  tx: InTransaction<AppContext>,
  { user, taskId }: { user: UserRow; taskId: number },
  comments: readonly MovedComment[],
): Promise<void> {
  for (const moved of comments.filter(isSound)) {
    const workout = await findWorkout(tx.db, moved.workoutShortId)
    if (workout?.user_id !== user.id || (await findComment(tx.db, moved.shortId))) continue
    await insertComment(tx.db, {
      short_id: moved.shortId,
      user_id: user.id,
      workout_id: workout.id,
      text: moved.text,
      text_visibility: moved.visibility,
      created_at: moved.createdAt,
      modification_date: moved.modifiedAt,
      import_task_id: taskId,
    })
  }
}

/** Longest text of a comment. */
const LONGEST = 10_000

const isSound = ({ shortId, text, createdAt, modifiedAt }: MovedComment) =>
  uuidOf(shortId) !== undefined &&
  text.length <= LONGEST &&
  [createdAt, modifiedAt ?? 0].every((instant) => Number.isSafeInteger(instant))

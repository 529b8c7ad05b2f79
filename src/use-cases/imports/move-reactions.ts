import type { AppContext } from '@/context'
import { findComment, insertComment } from '@/db/queries/comments'
import { listMadeByImport } from '@/db/queries/import-entries'
import { insertLike } from '@/db/queries/likes'
import type { UserRow } from '@/db/queries/users'
import { findWorkout } from '@/db/queries/workouts'
import type { InTransaction } from '@/db/transact'
import { uuidOf } from '@/lib/short-id'
import type { ExportContent, MovedComment } from './moved-workout'

type Tx = InTransaction<AppContext>

/** Whose they are, and the task that moves them. */
interface Mover {
  user: UserRow
  taskId: number
}

/** Moves what the owner said of the workouts that are here now; nobody is told, since nothing new was said. */
export async function moveReactions(
  tx: Tx,
  mover: Mover,
  { comments = [], liked = [] }: Pick<ExportContent, 'comments' | 'liked'>,
): Promise<void> {
  await moveComments(tx, mover, comments)
  // What was here before was liked or not by choice.
  for (const shortId of await listMadeByImport(tx.db, mover.taskId, liked)) {
    const workout = await findWorkout(tx.db, shortId)
    if (!workout) continue
    // When it was is not told.
    const like = { userId: mover.user.id, now: workout.creation_date }
    await insertLike(tx.db, { kind: 'workout', id: workout.id }, like)
  }
}

/** They are noted as made by the task. */
async function moveComments(
  tx: Tx,
  { user, taskId }: Mover,
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

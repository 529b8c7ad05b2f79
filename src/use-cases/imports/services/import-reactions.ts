import { decodeShortId } from '@/lib/text/short-id'
import type { AppContext } from '@/services/context'
import type { InTransaction } from '@/store/db/connections/transact'
import { findComment, insertComment } from '@/store/db/queries/social/comments'
import { insertLike } from '@/store/db/queries/social/likes'
import { listCreatedByImport } from '@/store/db/queries/tasks/import-entries'
import { findWorkout } from '@/store/db/queries/workouts/workouts'
import type { ImportOwner } from '@/use-cases/imports/account/import-owner'
import { importPlannedCourses } from '@/use-cases/workouts/courses/import-course'
import type { ExportContent, ImportedComment } from './imported-workout'

type Tx = InTransaction<AppContext>

/**
 * Imports the owner's comments, likes and chosen courses for imported workouts. Does not notify other users, since the
 * comments are not new.
 */
export async function importReactions(
  tx: Tx,
  importer: ImportOwner,
  { comments = [], liked = [], account }: Pick<ExportContent, 'account' | 'comments' | 'liked'>,
): Promise<void> {
  await importComments(tx, importer, comments)
  await importPlannedCourses(tx.db, importer.user.id, account?.planned ?? [])
  // Workouts that existed before keep their likes as the user chose.
  for (const shortId of await listCreatedByImport(tx.db, importer.taskId, liked)) {
    const workout = await findWorkout(tx.db, shortId)
    if (!workout) continue
    // The export does not contain the time of the like.
    const like = { userId: importer.user.id, now: workout.creation_date }
    await insertLike(tx.db, { kind: 'workout', id: workout.id }, like)
  }
}

/** Comments reference the import task, so that they can be undone. */
async function importComments(
  tx: Tx,
  { user, taskId }: ImportOwner,
  comments: readonly ImportedComment[],
): Promise<void> {
  for (const imported of comments.filter(isValid)) {
    const workout = await findWorkout(tx.db, imported.workoutShortId)
    if (workout?.user_id !== user.id || (await findComment(tx.db, imported.shortId))) continue
    await insertComment(tx.db, {
      short_id: imported.shortId,
      user_id: user.id,
      workout_id: workout.id,
      text: imported.text,
      text_visibility: imported.visibility,
      created_at: imported.createdAt,
      modification_date: imported.modifiedAt,
      import_task_id: taskId,
    })
  }
}

/** Maximum length of a comment, in characters. */
const MAX_COMMENT_LENGTH = 10_000

const isValid = ({ shortId, text, createdAt, modifiedAt }: ImportedComment) =>
  decodeShortId(shortId) !== undefined &&
  text.length <= MAX_COMMENT_LENGTH &&
  [createdAt, modifiedAt ?? 0].every((instant) => Number.isSafeInteger(instant))

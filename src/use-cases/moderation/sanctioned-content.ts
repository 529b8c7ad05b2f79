import type { AppContext } from '@/context'
import { loadComments } from '@/db/queries/comments'
import type { ReportActionRow } from '@/db/queries/report-actions'
import { findSport } from '@/db/queries/sports'
import { loadWorkouts } from '@/db/queries/workouts'
import { plainText } from '@/lib/rich-text'
import type { SanctionedContent } from '@/mail/messages/moderation'

type Reader = Pick<AppContext, 'db'>

/** The comment or workout an action is about, for mails; undefined when there is none, or it is gone. */
export async function contentOf(
  { db }: Reader,
  { comment_id, workout_id }: Pick<ReportActionRow, 'comment_id' | 'workout_id'>,
): Promise<SanctionedContent | undefined> {
  if (comment_id !== null) return commentContent({ db }, comment_id)
  if (workout_id !== null) return workoutContent({ db }, workout_id)
  return undefined
}

async function commentContent({ db }: Reader, id: number): Promise<SanctionedContent | undefined> {
  const comment = (await loadComments(db, [id])).get(id)
  if (!comment) return undefined
  const workoutId = comment.workout_id
  const workout =
    workoutId === null ? undefined : (await loadWorkouts(db, [workoutId])).get(workoutId)
  return {
    kind: 'comment',
    text: plainText(comment.text),
    date: comment.created_at,
    path: `${workout ? `/workouts/${workout.short_id}` : ''}/comments/${comment.short_id}`,
  }
}

async function workoutContent({ db }: Reader, id: number): Promise<SanctionedContent | undefined> {
  const workout = (await loadWorkouts(db, [id])).get(id)
  if (!workout) return undefined
  return {
    kind: 'workout',
    title: workout.title || ((await findSport(db, workout.sport_id))?.label ?? ''),
    date: workout.workout_date,
    path: `/workouts/${workout.short_id}`,
    mapPath: workout.map_id === null ? undefined : `/api/workouts/map/${workout.map_id}`,
  }
}

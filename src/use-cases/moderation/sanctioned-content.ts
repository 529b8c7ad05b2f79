import { plainText } from '@/domain/text/rich-text'
import type { AppContext } from '@/services/context'
import type { SanctionedContent } from '@/services/mail/messages/moderation'
import { findSport } from '@/store/db/queries/catalogue/sports'
import { loadComments } from '@/store/db/queries/social/comments'
import type { ReportActionRow } from '@/store/db/queries/social/report-actions'
import { loadWorkouts } from '@/store/db/queries/workouts/workouts'

type Deps = Pick<AppContext, 'db'>

/** Returns the comment or workout of an action, for emails; undefined when there is none or it was deleted. */
export async function findSanctionedContent(
  { db }: Deps,
  { comment_id, workout_id }: Pick<ReportActionRow, 'comment_id' | 'workout_id'>,
): Promise<SanctionedContent | undefined> {
  if (comment_id !== null) return commentContent({ db }, comment_id)
  if (workout_id !== null) return workoutContent({ db }, workout_id)
  return undefined
}

async function commentContent({ db }: Deps, id: number): Promise<SanctionedContent | undefined> {
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

async function workoutContent({ db }: Deps, id: number): Promise<SanctionedContent | undefined> {
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

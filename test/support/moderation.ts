import type { AppContext } from '@/services/context'
import { writeTo } from '@/store/db/connections/transact'
import type { UserRow } from '@/store/db/queries/accounts/users'
import type { CommentRow } from '@/store/db/queries/social/comments'
import { insertReportAction, type ReportActionRow } from '@/store/db/queries/social/report-actions'
import { insertReport, type ReportRow } from '@/store/db/queries/social/reports'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import type { ActionType, ReportedType } from '@/store/db/schema/columns'
import { aComment } from './comments'
import { startPeople } from './people'
import { aWorkout } from './workouts'

type Writer = Pick<AppContext, 'db' | 'ids' | 'clock'>

interface Reported {
  by: UserRow
  about: UserRow
  comment?: CommentRow
  workout?: WorkoutRow
}

/** An unresolved report, without notifications. */
export const aReport = (
  { db, clock }: Pick<Writer, 'db' | 'clock'>,
  { by, about, comment, workout }: Reported,
): Promise<ReportRow> =>
  writeTo(db, (tx) =>
    insertReport(tx, {
      created_at: clock.now(),
      object_type: comment ? 'comment' : workout ? 'workout' : 'user',
      note: 'not nice',
      reported_by: by.id,
      reported_user_id: about.id,
      reported_comment_id: comment?.id ?? null,
      reported_workout_id: workout?.id ?? null,
    }),
  )

/** An action of a moderator on a report, without its effect and notifications. */
export const aSanction = (
  { db, ids, clock }: Writer,
  { report, by, type }: { report: ReportRow; by: UserRow; type: ActionType },
): Promise<ReportActionRow> =>
  writeTo(db, (tx) =>
    insertReportAction(tx, {
      short_id: ids.shortId(),
      report_id: report.id,
      action_type: type,
      created_at: clock.now(),
      moderator_id: by.id,
      user_id: report.reported_user_id,
      comment_id: type.startsWith('comment') ? report.reported_comment_id : null,
      workout_id: type.startsWith('workout') ? report.reported_workout_id : null,
      reason: 'be nice',
    }),
  )

/** Users, and reports by Ann about Bob, one of his workouts and one of his comments. */
export async function startModeration(settings: Parameters<typeof startPeople>[0] = {}) {
  const people = await startPeople(settings)
  const { ctx, ann, bob, mod, send } = people
  const workout = await aWorkout(ctx, bob, { workout_visibility: 'public', title: 'bad one' })
  const comment = await aComment(ctx, { by: bob, on: workout }, { text: 'bad words' })
  const reports = {
    user: await aReport(ctx, { by: ann, about: bob }),
    comment: await aReport(ctx, { by: ann, about: bob, comment }),
    workout: await aReport(ctx, { by: ann, about: bob, workout }),
  }
  const names = {
    user: { username: bob.username },
    comment: { comment_id: comment.short_id },
    workout: { workout_id: workout.short_id },
  }
  const act = (type: string, json: object = {}, as: UserRow = mod) => {
    const [on = ''] = type.split('_')
    const object = on in reports ? (on as ReportedType) : 'user'
    return send('POST', `/api/reports/${reports[object].id}/actions`, as, {
      ...{ action_type: type, ...names[object] },
      ...json,
    })
  }
  return {
    ...people,
    ...{ workout, comment, reports, names },
    /** Performs an action of a moderator on the reported object of the matching kind. */
    act,
    /** Performs an action that must succeed. Returns the action. */
    acted: async (type: ActionType, json?: object) => {
      const { status, body } = await act(type, json)
      if (status !== 201) throw new Error(`refused: ${JSON.stringify(body)}`)
      return body.report.report_actions.at(-1)
    },
    /** The report as a moderator sees it. */
    look: async (on: ReportedType) =>
      (await send('GET', `/api/reports/${reports[on].id}`, mod)).body.report,
  }
}

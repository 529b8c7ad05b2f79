import type { AppContext } from '@/context'
import type { ActionType } from '@/db/columns'
import type { CommentRow } from '@/db/queries/comments'
import { insertReportAction, type ReportActionRow } from '@/db/queries/report-actions'
import { insertReport, type ReportRow } from '@/db/queries/reports'
import type { UserRow } from '@/db/queries/users'
import type { WorkoutRow } from '@/db/queries/workouts'

type Writer = Pick<AppContext, 'db' | 'ids' | 'clock'>

interface Reported {
  by: UserRow
  about: UserRow
  comment?: CommentRow
  workout?: WorkoutRow
}

/** A report that waits for a moderator; nobody is told of it. */
export const aReport = (
  { db, clock }: Pick<Writer, 'db' | 'clock'>,
  { by, about, comment, workout }: Reported,
): Promise<ReportRow> =>
  insertReport(db, {
    created_at: clock.now(),
    object_type: comment ? 'comment' : workout ? 'workout' : 'user',
    note: 'not nice',
    reported_by: by.id,
    reported_user_id: about.id,
    reported_comment_id: comment?.id ?? null,
    reported_workout_id: workout?.id ?? null,
  })

/** What a moderator did about a report, without its effect; nobody is told of it. */
export const aSanction = (
  { db, ids, clock }: Writer,
  { report, by, type }: { report: ReportRow; by: UserRow; type: ActionType },
): Promise<ReportActionRow> =>
  insertReportAction(db, {
    short_id: ids.shortId(),
    report_id: report.id,
    action_type: type,
    created_at: clock.now(),
    moderator_id: by.id,
    user_id: report.reported_user_id,
    comment_id: type.startsWith('comment') ? report.reported_comment_id : null,
    workout_id: type.startsWith('workout') ? report.reported_workout_id : null,
    reason: 'be nice',
  })

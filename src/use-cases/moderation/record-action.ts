import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import type { ActionType } from '@/db/columns'
import { insertReportAction } from '@/db/queries/report-actions'
import type { InTransaction } from '@/db/transact'
import { tellConcerned } from './tell-concerned'

interface Taken {
  type: ActionType
  reportId: number
  userId: number
  commentId: number | null
  workoutId: number | null
  /** What is kept as the reason of the action. */
  reason: string | null
  /** What those concerned are told, when it is something else. */
  explanation?: string
}

/** Keeps what a moderator has done about a report, and tells whom it concerns. */
export async function recordAction(
  tx: InTransaction<AppContext>,
  caller: Caller,
  { type, reportId, userId, commentId, workoutId, reason, explanation }: Taken,
): Promise<void> {
  const action = await insertReportAction(tx.db, {
    short_id: tx.ids.shortId(),
    report_id: reportId,
    action_type: type,
    created_at: tx.clock.now(),
    moderator_id: caller.userId,
    user_id: userId,
    comment_id: commentId,
    workout_id: workoutId,
    reason,
  })
  await tellConcerned(tx, action, { moderatorId: caller.userId, reason: explanation ?? reason })
}

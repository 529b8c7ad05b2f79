import type { Appealable, Target } from '@/policy/moderation'
import type { AppContext } from '@/services/context'
import {
  hasAction,
  loadLatestSuspensions,
  type ReportActionRow,
} from '@/store/db/queries/social/report-actions'
import { alreadyDeleted, findSuspended } from './suspend'

/** Returns whether a sanction is still in force. A later suspension supersedes an earlier one. */
type IsInForce = (ctx: Pick<AppContext, 'db'>, action: ReportActionRow) => Promise<boolean>

const isLatestSuspension =
  (on: Target): IsInForce =>
  async (ctx, action) => {
    const id = action[`${on}_id`]
    if (id === null) throw alreadyDeleted(on)
    const latest = (await loadLatestSuspensions(ctx.db, on, [id])).get(id)
    return latest?.id === action.id && (await findSuspended(ctx, { on, id })) === true
  }

/** Whether a sanction is still in force. @throws 400 when its comment or workout was deleted. */
export const IN_FORCE: Record<Appealable, IsInForce> = {
  user_suspension: isLatestSuspension('user'),
  comment_suspension: isLatestSuspension('comment'),
  workout_suspension: isLatestSuspension('workout'),
  user_warning: async ({ db }, { report_id: reportId, user_id: userId }) =>
    userId === null || !(await hasAction(db, { reportId, userId, type: 'user_warning_lifting' })),
}

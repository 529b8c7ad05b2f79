import { badRequest, COMMENT_NOT_SAVED, withErrorMessage } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { manualAction, type Target } from '@/policy/moderation'
import type { AppContext } from '@/services/context'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { findUserById, type UserRow } from '@/store/db/queries/accounts/users'
import { loadComments } from '@/store/db/queries/social/comments'
import { getReport, type ReportRow } from '@/store/db/queries/social/reports'
import { loadWorkouts } from '@/store/db/queries/workouts/workouts'
import { loadReportDetail } from '@/use-cases/views/report'
import { requireReport } from './read-reports'
import { takeAction } from './take-action'

/** An action that a moderator takes on a report. */
export interface NewAction {
  action_type: string
  reason?: string | null
  /** The reported user, for actions on accounts. */
  username?: unknown
  /** For actions on comments. */
  comment_id?: unknown
  /** For actions on workouts. */
  workout_id?: unknown
}

type Transaction = InTransaction<AppContext>

/**
 * Takes an action on a report and notifies the user concerned.
 *
 * @throws 400 for an unknown action; 404; 400 unless the action is about the reported object; 403 when the user has a
 * higher role; 400 when the action was already taken.
 */
export function actOnReport(
  ctx: AppContext,
  caller: Caller,
  { reportId, input }: { reportId: number; input: NewAction },
) {
  return withErrorMessage(COMMENT_NOT_SAVED, () =>
    transact(ctx, async (tx) => {
      const action = manualAction(input.action_type)
      if (!action) throw badRequest("invalid 'action_type'")
      const report = await requireReport(tx, reportId)
      const user = await requireReportedUser(tx, report)
      const targetId = await requireTarget(tx, { on: action.on, input, report, user })
      await takeAction(tx, caller, {
        ...{ ...action, report, user, targetId },
        reason: input.reason ?? null,
      })
      return loadReportDetail(tx, caller, await getReport(tx.db, reportId))
    }),
  )
}

async function requireReportedUser(tx: Transaction, report: ReportRow): Promise<UserRow> {
  const id = report.reported_user_id
  const user = id === null ? undefined : await findUserById(tx.db, id)
  if (!user) throw invalid('username')
  return user
}

const invalid = (key: string) => badRequest(`invalid '${key}'`)

const KEYS = { user: 'username', comment: 'comment_id', workout: 'workout_id' } as const

/** Returns the row id of the object that the action is about. @throws 400 unless it is the reported object. */
async function requireTarget(
  tx: Transaction,
  { on, input, report, user }: { on: Target; input: NewAction; report: ReportRow; user: UserRow },
): Promise<number> {
  const key = KEYS[on]
  const named = input[key]
  if (!named) throw badRequest(`'${key}' is missing`)
  const reported =
    on === 'user' ? { id: user.id, name: user.username } : await findContent(tx, on, report)
  if (reported?.name !== named) throw invalid(key)
  return reported.id
}

async function findContent(tx: Transaction, on: 'comment' | 'workout', report: ReportRow) {
  const id = on === 'comment' ? report.reported_comment_id : report.reported_workout_id
  if (id === null) return undefined
  const rows = await (on === 'comment' ? loadComments : loadWorkouts)(tx.db, [id])
  const row = rows.get(id)
  return row && { id, name: row.short_id }
}

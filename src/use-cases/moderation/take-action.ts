import { badRequest, forbidden } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { canBeSuspended, canModerate, type ManualAction, type Target } from '@/policy/moderation'
import type { AppContext } from '@/services/context'
import type { InTransaction } from '@/store/db/connections/transact'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { closeAppeals } from '@/store/db/queries/social/appeals'
import { hasAction } from '@/store/db/queries/social/report-actions'
import type { ReportRow } from '@/store/db/queries/social/reports'
import { recordAction } from './record-action'
import { findSuspended, reactivate, suspend, TARGET_NAMES } from './suspend'

type Transaction = InTransaction<AppContext>

/** An action on a report, with the account, comment or workout that it is about. */
interface Action extends ManualAction {
  report: ReportRow
  user: UserRow
  /** Row id of the account, comment or workout. */
  targetId: number
  reason: string | null
}

/**
 * Suspends, reactivates or warns, and notifies the user concerned.
 *
 * @throws 403 when the user is the caller or has a higher role; 400 when the action was already taken.
 */
export async function takeAction(tx: Transaction, caller: Caller, action: Action): Promise<void> {
  requireAllowed(caller, action)
  await EFFECTS[action.effect](tx, caller, action)
}

/** Denies actions that the caller may not take against the user. @throws 403. */
export function requireAllowed(
  caller: Caller,
  { on, effect, user }: ManualAction & { user: UserRow },
): void {
  const isAllowed =
    canModerate(caller, user) && (on !== 'user' || effect !== 'suspend' || canBeSuspended(user))
  if (!isAllowed) throw forbidden()
}

type Effect = (tx: Transaction, caller: Caller, action: Action) => Promise<void>

const EFFECTS: Record<ManualAction['effect'], Effect> = {
  suspend: async (tx, caller, action) => {
    const target = { on: action.on, id: action.targetId }
    if (await findSuspended(tx, target))
      throw badRequest(`${TARGET_NAMES[action.on]} already suspended`)
    await suspend(tx, target)
    await record(tx, caller, action)
  },
  reactivate: async (tx, caller, action) => {
    const { on, report } = action
    const target = { on, id: action.targetId }
    if (!(await findSuspended(tx, target)))
      throw badRequest(`${TARGET_NAMES[on]} already reactivated`)
    await reactivate(tx, target)
    const type = `${on}_suspension` as const
    await closeAppeals(tx.db, { reportId: report.id, type, now: tx.clock.now() })
    await record(tx, caller, action)
  },
  warn: async (tx, caller, action) => {
    const { report, user, type } = action
    if (await hasAction(tx.db, { reportId: report.id, userId: user.id, type }))
      throw badRequest('user already warned')
    await record(tx, caller, action)
  },
}

/** Warnings refer to the reported content, suspensions to the suspended content. */
const record = (tx: Transaction, caller: Caller, action: Action) =>
  recordAction(tx, caller, {
    type: action.type,
    reportId: action.report.id,
    userId: action.user.id,
    commentId: isAbout(action, 'comment') ? action.report.reported_comment_id : null,
    workoutId: isAbout(action, 'workout') ? action.report.reported_workout_id : null,
    reason: action.reason,
  })

const isAbout = ({ on, effect }: Action, content: Target) => on === content || effect === 'warn'

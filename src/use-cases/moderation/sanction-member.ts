import { badRequest, unknownComment, unknownUser, unknownWorkout } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { canSeeComment } from '@/policy/comment'
import { canSanctionContent, type ManualAction, manualAction } from '@/policy/moderation'
import { canSeeUser } from '@/policy/user'
import type { AppContext } from '@/services/context'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { findComment } from '@/store/db/queries/social/comments'
import { loadLatestSuspensions } from '@/store/db/queries/social/report-actions'
import { getReport, insertReport, type ReportRow } from '@/store/db/queries/social/reports'
import { findWorkout } from '@/store/db/queries/workouts/workouts'
import { loadCommentRelationships } from '@/use-cases/views/comment'
import { loadReportDetail } from '@/use-cases/views/report'
import { requireUser } from '@/use-cases/views/user'
import { getAccess } from '@/use-cases/views/workout'
import { requireAllowed, takeAction } from './take-action'

/** A sanction without a report, or its end. */
export interface NewSanction {
  action_type: string
  reason?: string | null
  /** Short id of the member's comment that it is about. */
  comment_id?: string
  /** Short id of the member's workout that it is about. */
  workout_id?: string
}

type Transaction = InTransaction<AppContext>

/** What a sanction is about, apart from the account. */
interface Content {
  type: 'comment' | 'workout'
  id: number
}

/** A validated sanction. */
interface Sanction extends ManualAction {
  user: UserRow
  content: Content | undefined
  /** Row id of the account, comment or workout. */
  targetId: number
}

/**
 * Warns or suspends a member, or suspends one of their workouts or comments, without a report by another user; or
 * ends a suspension. A new sanction creates a resolved report by the moderator, so that its history and appeals are like
 * those of other sanctions. The end of a suspension belongs to the report of the suspension.
 *
 * @throws 400 for an unknown action; 404 for an unknown member, or content that is not theirs or that the caller may not
 * see; 403 when the member is the caller or has a higher role; 400 when the action was already taken.
 */
export const sanctionMember = (
  ctx: AppContext,
  caller: Caller,
  { username, input }: { username: string; input: NewSanction },
) =>
  transact(ctx, async (tx) => {
    const action = manualAction(input.action_type)
    if (!action) throw badRequest("invalid 'action_type'")
    const user = await requireMember(tx, caller, username)
    const content = await findContent(tx, caller, { input, user })
    if (action.on !== 'user' && content?.type !== action.on)
      throw badRequest(`'${action.on}_id' is missing`)
    const targetId = content && action.on !== 'user' ? content.id : user.id
    const sanction = { ...action, user, content, targetId }
    requireAllowed(caller, sanction)
    const report = await selectReport(tx, caller, sanction)
    await takeAction(tx, caller, { ...sanction, report, reason: input.reason ?? null })
    return loadReportDetail(tx, caller, await getReport(tx.db, report.id))
  })

/** Returns an account that the caller may see. @throws 404. */
export async function requireMember(
  ctx: Pick<AppContext, 'db'>,
  caller: Caller,
  username: string,
): Promise<UserRow> {
  const user = await requireUser(ctx, username)
  if (!canSeeUser(user, caller)) throw unknownUser()
  return user
}

/** Returns the content that the sanction is about; undefined if it is about the account. @throws 400, 404. */
async function findContent(
  tx: Transaction,
  caller: Caller,
  { input, user }: { input: NewSanction; user: UserRow },
): Promise<Content | undefined> {
  const { comment_id: commentId, workout_id: workoutId } = input
  if (commentId !== undefined && workoutId !== undefined) throw badRequest("invalid 'workout_id'")
  if (commentId !== undefined) return requireComment(tx, caller, { shortId: commentId, user })
  if (workoutId !== undefined) return requireWorkout(tx, caller, { shortId: workoutId, user })
  return undefined
}

async function requireComment(
  tx: Transaction,
  caller: Caller,
  { shortId, user }: { shortId: string; user: UserRow },
): Promise<Content> {
  const comment = await findComment(tx.db, shortId)
  if (comment?.user_id !== user.id) throw unknownComment()
  const isVisible = canSeeComment(comment, await loadCommentRelationships(tx, caller, comment))
  if (!canSanctionContent({ ...comment, isVisible, level: comment.text_visibility }))
    throw unknownComment()
  return { type: 'comment', id: comment.id }
}

async function requireWorkout(
  tx: Transaction,
  caller: Caller,
  { shortId, user }: { shortId: string; user: UserRow },
): Promise<Content> {
  const workout = await findWorkout(tx.db, shortId)
  if (workout?.user_id !== user.id) throw unknownWorkout()
  const isVisible = (await getAccess(tx, caller, workout)) !== 'nothing'
  if (!canSanctionContent({ ...workout, isVisible, level: workout.workout_visibility }))
    throw unknownWorkout()
  return { type: 'workout', id: workout.id }
}

/** Returns the report that led to the suspension that is to end, or creates a report. */
async function selectReport(
  tx: Transaction,
  caller: Caller,
  { on, effect, user, content, targetId }: Sanction,
): Promise<ReportRow> {
  const suspension =
    effect === 'reactivate'
      ? (await loadLatestSuspensions(tx.db, on, [targetId])).get(targetId)
      : undefined
  if (suspension) return getReport(tx.db, suspension.report_id)
  const now = tx.clock.now()
  return insertReport(tx.db, {
    created_at: now,
    object_type: content?.type ?? 'user',
    note: '',
    reported_by: caller.userId,
    reported_user_id: user.id,
    reported_comment_id: content?.type === 'comment' ? content.id : null,
    reported_workout_id: content?.type === 'workout' ? content.id : null,
    is_by_moderator: 1,
    is_resolved: 1,
    resolved_at: now,
    resolved_by: caller.userId,
  })
}

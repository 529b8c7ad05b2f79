import { badRequest, invalidPayload } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { isAppealable } from '@/policy/moderation'
import { MAX_TEXT_LENGTH } from '@/policy/text-limits'
import type { AppContext } from '@/services/context'
import { appealReceived } from '@/services/mail/messages/moderation'
import { notify } from '@/services/notifications/notify'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { hasAppealed, insertAppeal } from '@/store/db/queries/social/appeals'
import {
  loadLatestSuspensions,
  type ReportActionRow,
} from '@/store/db/queries/social/report-actions'
import { getReport } from '@/store/db/queries/social/reports'
import { requireOwnComment } from '@/use-cases/views/comment'
import { requireOwnWorkout } from '@/use-cases/views/workout'
import { IN_FORCE } from './in-force'
import { mailModerators } from './mail-moderators'
import { requireOwnSanction, requireOwnSuspension } from './read-sanctions'
import { alreadyDeleted } from './suspend'

type Transaction = InTransaction<AppContext>

/** Creates an appeal against the suspension of the caller's account. @throws 404 when it is not suspended, then 400. */
export const appealSuspension = (ctx: AppContext, caller: Caller, body: unknown) =>
  transact(ctx, async (tx) => {
    await addAppeal(tx, caller, { action: await requireOwnSuspension(tx, caller), body })
  })

/** Creates an appeal against a sanction. @throws 404 when the caller has no such sanction, then 400. */
export const appealSanction = (ctx: AppContext, caller: Caller, shortId: string, body: unknown) =>
  transact(ctx, async (tx) => {
    const action = await requireOwnSanction(tx, caller, shortId)
    await requireContent(tx, action)
    await addAppeal(tx, caller, { action, body })
  })

/** Creates an appeal against the suspension of a comment. @throws 404, 403, then 400. */
export const appealCommentSuspension = (
  ctx: AppContext,
  caller: Caller,
  shortId: string,
  body: unknown,
) =>
  transact(ctx, async (tx) => {
    const comment = await requireOwnComment(tx, caller, shortId)
    const action = await requireSuspension(tx, { on: 'comment', ...comment })
    await addAppeal(tx, caller, { action, body })
  })

/** Creates an appeal against the suspension of a workout. @throws 404, 403, then 400. */
export const appealWorkoutSuspension = (
  ctx: AppContext,
  caller: Caller,
  shortId: string,
  body: unknown,
) =>
  transact(ctx, async (tx) => {
    const workout = await requireOwnWorkout(tx, caller, shortId)
    const action = await requireSuspension(tx, { on: 'workout', ...workout })
    await addAppeal(tx, caller, { action, body })
  })

interface Content {
  on: 'comment' | 'workout'
  id: number
  suspended_at: number | null
}

const CONTENT_NAMES = { comment: 'workout comment', workout: 'workout' }

async function requireSuspension(
  tx: Transaction,
  { on, id, suspended_at }: Content,
): Promise<ReportActionRow> {
  const name = CONTENT_NAMES[on]
  if (suspended_at === null) throw badRequest(`${name} is not suspended`)
  const action = (await loadLatestSuspensions(tx.db, on, [id])).get(id)
  if (!action) throw badRequest(`${name} has no suspension`)
  return action
}

/** Sanctions of deleted content cannot be appealed. */
async function requireContent(tx: Transaction, action: ReportActionRow): Promise<void> {
  const report = await getReport(tx.db, action.report_id)
  const type = report.object_type
  if (type === 'user') return
  if (report[`reported_${type}_id`] === null || action[`${type}_id`] === null)
    throw alreadyDeleted(type)
}

async function addAppeal(
  tx: Transaction,
  caller: Caller,
  { action, body }: { action: ReportActionRow; body: unknown },
): Promise<void> {
  const text = textIn(body)
  if (!text) throw badRequest('no text provided')
  if (text.length > MAX_TEXT_LENGTH) throw invalidPayload('text')
  if (!isAppealable(action.action_type)) throw badRequest('there is no appeal against this action')
  if (await hasAppealed(tx.db, caller.userId, action.id))
    throw badRequest('you can appeal only once')
  if (!(await IN_FORCE[action.action_type](tx, action)))
    throw badRequest('the sanction was lifted already')
  await insertAppeal(tx.db, {
    short_id: tx.ids.shortId(),
    action_id: action.id,
    user_id: caller.userId,
    created_at: tx.clock.now(),
    text,
  })
  const event = action.action_type === 'user_warning' ? 'warning_appealed' : 'suspension_appealed'
  const { id: reportActionId, report_id: reportId } = action
  await notify(tx, event, { userId: caller.userId, reportId, reportActionId })
  const message = appealReceived({ appellant: caller.username, text, reportId })
  await mailModerators(tx, { causedBy: caller.userId, message })
}

const textIn = (body: unknown): string | undefined => {
  const { text } = typeof body === 'object' && body !== null ? (body as { text?: unknown }) : {}
  return typeof text === 'string' ? text : undefined
}

import { badRequest, forbidden, invalidPayload, notFound } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { type Appealable, canModerate, isAppealable, type Target } from '@/policy/moderation'
import { MAX_TEXT_LENGTH } from '@/policy/text-limits'
import { recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { appealRejected } from '@/services/mail/messages/moderation'
import { postMail } from '@/services/mail/queue'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { getUserById, type UserRow } from '@/store/db/queries/accounts/users'
import { type AppealRow, findAppeal, updateAppeal } from '@/store/db/queries/social/appeals'
import { getReportAction, type ReportActionRow } from '@/store/db/queries/social/report-actions'
import { toSqlBool } from '@/store/db/schema/columns'
import { loadParticipants } from '@/use-cases/views/sanction'
import { IN_FORCE } from './in-force'
import { recordAction } from './record-action'
import { findSanctionedContent } from './sanctioned-content'
import { reactivate, TARGET_NAMES } from './suspend'

type Transaction = InTransaction<AppContext>
type Fields = { approved?: unknown; reason?: unknown }

/** An appeal and the sanction that it is against. */
interface Case {
  appeal: AppealRow
  action: ReportActionRow
  against: Appealable
  appellant: UserRow
}

/** A case with the decision, and whether the sanction is still in force. */
interface DecidedCase extends Case {
  /** The moderator's reason. */
  reason: string
  isInForce: boolean
}

/**
 * Approves an appeal, which lifts the sanction, or rejects it.
 *
 * @throws 404; 403 when the appellant has a higher role; 400 when the body is invalid or the sanction has been lifted
 * already.
 */
export function decideAppeal(
  ctx: AppContext,
  caller: Caller,
  { shortId, body }: { shortId: string; body: unknown },
) {
  return transact(ctx, async (tx) => {
    const found = await requireCase(tx, shortId)
    if (!canModerate(caller, found.appellant)) throw forbidden()
    const { approved, reason } = decisionIn(body)
    const isInForce = await IN_FORCE[found.against](tx, found.action)
    const decided = { ...found, reason, isInForce }
    if (approved) await approve(tx, caller, decided)
    else await reject(tx, decided)
    const appeal = await updateAppeal(tx.db, found.appeal.id, {
      is_approved: toSqlBool(approved),
      moderator_id: caller.userId,
      reason,
      updated_at: tx.clock.now(),
    })
    await recordAudit(tx, caller, 'appeal_decided', {
      subjectId: found.appellant.id,
      details: { approved },
    })
    const participants = await loadParticipants(tx, caller, [appeal])
    return { appeal, participants: participants?.(appeal) }
  })
}

function decisionIn(body: unknown): { approved: boolean; reason: string } {
  const { approved, reason } = typeof body === 'object' && body !== null ? (body as Fields) : {}
  if (typeof approved !== 'boolean' || typeof reason !== 'string') throw invalidPayload()
  if (reason === '' || reason.length > MAX_TEXT_LENGTH) throw invalidPayload()
  return { approved, reason }
}

async function requireCase(tx: Transaction, shortId: string): Promise<Case> {
  const appeal = await findAppeal(tx.db, shortId)
  if (!appeal) throw notFound('appeal not found')
  const action = await getReportAction(tx.db, appeal.action_id)
  const against = action.action_type
  if (!isAppealable(against)) throw new Error(`appeal ${appeal.id} is against ${against}`)
  const appellant = await getUserById(tx.db, appeal.user_id)
  return { appeal, action, against, appellant }
}

const targetId = (on: Target, action: ReportActionRow) => action[`${on}_id`]

/** The action that lifts a sanction, and its target. */
const LIFTINGS = {
  user_suspension: { on: 'user', type: 'user_unsuspension' },
  comment_suspension: { on: 'comment', type: 'comment_unsuspension' },
  workout_suspension: { on: 'workout', type: 'workout_unsuspension' },
  user_warning: { on: undefined, type: 'user_warning_lifting' },
} as const

async function approve(
  tx: Transaction,
  caller: Caller,
  { action, against, reason, appellant, isInForce }: DecidedCase,
): Promise<void> {
  const { on, type } = LIFTINGS[against]
  if (!isInForce) throw badRequest(LIFTED[against])
  const id = on && targetId(on, action)
  if (on && id) await reactivate(tx, { on, id })
  await recordAction(tx, caller, {
    type,
    reportId: action.report_id,
    userId: appellant.id,
    commentId: action.comment_id,
    workoutId: action.workout_id,
    reason: null,
    explanation: reason,
  })
}

const LIFTED: Record<Appealable, string> = {
  user_suspension: `${TARGET_NAMES.user} has already been reactivated`,
  comment_suspension: `${TARGET_NAMES.comment} already reactivated`,
  workout_suspension: `${TARGET_NAMES.workout} already reactivated`,
  user_warning: 'user warning already lifted',
}

async function reject(
  tx: Transaction,
  { action, against, reason, appellant, isInForce }: DecidedCase,
): Promise<void> {
  if (!isInForce) throw badRequest(LIFTED_AFTER_APPEAL[against])
  const content = await findSanctionedContent(tx, action)
  await postMail(tx, appellant, appealRejected({ against, reason, content }))
}

const REACTIVATED = 'has been reactivated after appeal'
const LIFTED_AFTER_APPEAL: Record<Appealable, string> = {
  user_suspension: `${TARGET_NAMES.user} ${REACTIVATED}`,
  comment_suspension: `${TARGET_NAMES.comment} ${REACTIVATED}`,
  workout_suspension: `${TARGET_NAMES.workout} ${REACTIVATED}`,
  user_warning: 'user warning has been lifted after appeal',
}

import type { Caller } from '@/policy/caller'
import { recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import type { Message } from '@/services/mail/message'
import {
  contentSuspension,
  contentUnsuspension,
  type SanctionedContent,
  userSuspension,
  userUnsuspension,
  userWarning,
  userWarningLifting,
} from '@/services/mail/messages/moderation'
import { postMail } from '@/services/mail/queue'
import { notify } from '@/services/notifications/notify'
import type { InTransaction } from '@/store/db/connections/transact'
import { getUserById } from '@/store/db/queries/accounts/users'
import { insertReportAction, type ReportActionRow } from '@/store/db/queries/social/report-actions'
import type { ActionType } from '@/store/db/schema/columns'
import { findSanctionedContent } from './sanctioned-content'

interface NewAction {
  type: ActionType
  reportId: number
  userId: number
  commentId: number | null
  workoutId: number | null
  /** Stored as the reason of the action. */
  reason: string | null
  /** Sent to the user instead of `reason`. */
  explanation?: string
}

/** Records an action on a report and notifies the user concerned. */
export async function recordAction(
  tx: InTransaction<AppContext>,
  caller: Caller,
  { type, reportId, userId, commentId, workoutId, reason, explanation }: NewAction,
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
  await recordAudit(tx, caller, 'sanction', {
    subjectId: userId,
    details: { type, report: reportId },
  })
  await notifyUser(tx, action, { moderatorId: caller.userId, reason: explanation ?? reason })
}

/** Values for the email about an action. */
interface MailFacts {
  reason: string | null
  content: SanctionedContent | undefined
  /** Short id of the action. */
  id: string
}

const aboutContent =
  (message: (facts: { reason: string | null; content: SanctionedContent }) => Message) =>
  ({ reason, content }: MailFacts) =>
    content && message({ reason, content })

/** How users are notified of each type of action: by notification and email, or only by email. */
const CHANNELS: Partial<
  Record<
    ActionType,
    {
      event?:
        | 'user_warned'
        | 'user_warning_lifted'
        | 'comment_suspended'
        | 'comment_unsuspended'
        | 'workout_suspended'
        | 'workout_unsuspended'
      mail: (facts: MailFacts) => Message | undefined
    }
  >
> = {
  user_suspension: { mail: ({ reason }) => userSuspension(reason) },
  user_unsuspension: { mail: ({ reason }) => userUnsuspension(reason) },
  user_warning: { event: 'user_warned', mail: userWarning },
  user_warning_lifting: {
    event: 'user_warning_lifted',
    mail: ({ content }) => userWarningLifting(content),
  },
  comment_suspension: { event: 'comment_suspended', mail: aboutContent(contentSuspension) },
  comment_unsuspension: { event: 'comment_unsuspended', mail: aboutContent(contentUnsuspension) },
  workout_suspension: { event: 'workout_suspended', mail: aboutContent(contentSuspension) },
  workout_unsuspension: { event: 'workout_unsuspended', mail: aboutContent(contentUnsuspension) },
}

/** Notifies the user concerned by an action, with the moderator's reason. */
async function notifyUser(
  tx: InTransaction<AppContext>,
  action: ReportActionRow,
  { moderatorId, reason }: { moderatorId: number; reason: string | null },
): Promise<void> {
  const channel = CHANNELS[action.action_type]
  if (!channel || action.user_id === null) return
  const { id, user_id: userId, short_id } = action
  if (channel.event) await notify(tx, channel.event, { moderatorId, userId, reportActionId: id })
  const content = await findSanctionedContent(tx, action)
  const message = channel.mail({ reason, content, id: short_id })
  if (message) await postMail(tx, await getUserById(tx.db, userId), message)
}

import { type Static, Type } from '@sinclair/typebox'
import { formatHttpDate, formatHttpDateOrNull } from '@/lib/time/http-date'
import type { AppealRow } from '@/store/db/queries/social/appeals'
import type { ReportActionRow } from '@/store/db/queries/social/report-actions'
import { ACTION_TYPES, fromSqlBool } from '@/store/db/schema/columns'
import { presentSeenUserOrNull, type SeenUser, seenUser } from './accounts/compact-user'
import { flag, nullable, numericId, oneOf, shortId, text, timestamp } from './fields'

/** The accounts involved, for moderators; null when deleted. */
interface Participants {
  moderator: SeenUser | null
  user: SeenUser | null
}

const participants = Type.Partial(
  Type.Object({ moderator: nullable(seenUser), user: nullable(seenUser) }),
)

/** An appeal. `participants` is undefined for callers who are not moderators. */
export interface AppealView {
  appeal: AppealRow
  participants: Participants | undefined
}

/** An action of a moderator on a report, and the appeal against it. */
export interface ActionView {
  action: ReportActionRow
  appeal: AppealView | undefined
  participants: Participants | undefined
}

export const appeal = Type.Object(
  {
    approved: nullable(flag('Null until a moderator decides.')),
    created_at: timestamp('When the appeal was created.'),
    id: shortId('The appeal.'),
    ...participants.properties,
    reason: nullable(text('The reason for the decision.')),
    text: text('Why the sanction is wrong.'),
    updated_at: nullable(timestamp('When it was decided.')),
  },
  {
    $id: 'Appeal',
    description:
      'An appeal against a sanction. `moderator` and `user` are only included for moderators, and null when the account was deleted.',
  },
)
export type Appeal = Static<typeof appeal>

export const presentAppeal = ({ appeal, participants }: AppealView): Appeal => ({
  approved: appeal.is_approved === null ? null : fromSqlBool(appeal.is_approved),
  created_at: formatHttpDate(appeal.created_at),
  id: appeal.short_id,
  ...(participants && presentParticipants(participants)),
  reason: appeal.reason,
  text: appeal.text,
  updated_at: formatHttpDateOrNull(appeal.updated_at),
})

/** What moderators can be asked to do; other actions follow from changes of a report. */
export const actionToTake = oneOf(
  ACTION_TYPES.filter((type) => !type.startsWith('report_')),
  'What to do.',
)

export const reportAction = Type.Object(
  {
    action_type: oneOf(ACTION_TYPES, 'What was done.'),
    appeal: nullable(appeal),
    created_at: timestamp('When it was done.'),
    id: shortId('The action.'),
    ...participants.properties,
    reason: nullable(text('The moderator’s reason.')),
    report_id: Type.Optional(numericId('The report; only for moderators.')),
  },
  {
    $id: 'ReportAction',
    description:
      'An action of a moderator on a report: a sanction, its lifting, or a change of state. `moderator` and `user` are only included for moderators, and null when the account was deleted.',
  },
)
export type ReportAction = Static<typeof reportAction>

/** A report action without the affected content. */
export const presentAction = ({ action, appeal, participants }: ActionView): ReportAction => ({
  action_type: action.action_type,
  appeal: appeal ? presentAppeal(appeal) : null,
  created_at: formatHttpDate(action.created_at),
  id: action.short_id,
  reason: action.reason,
  ...(participants && { report_id: action.report_id, ...presentParticipants(participants) }),
})

const presentParticipants = ({ moderator, user }: Participants): Static<typeof participants> => ({
  moderator: presentSeenUserOrNull(moderator),
  user: presentSeenUserOrNull(user),
})

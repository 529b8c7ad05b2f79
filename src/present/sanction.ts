import { type Static, Type } from '@sinclair/typebox'
import { ACTION_TYPES, fromSqlBool } from '@/db/columns'
import type { AppealRow } from '@/db/queries/appeals'
import type { ReportActionRow } from '@/db/queries/report-actions'
import { httpDate, httpDateOrNull } from '@/lib/http-date'
import { presentSeenUserOrNull, type SeenUser, seenUser } from './compact-user'
import { flag, nullable, numericId, oneOf, shortId, text, timestamp } from './scalars'

/** Who took part, for moderators; accounts that are gone are null. */
interface Participants {
  moderator: SeenUser | null
  user: SeenUser | null
}

const participants = Type.Partial(
  Type.Object({ moderator: nullable(seenUser), user: nullable(seenUser) }),
)

/** An appeal; its participants are undefined for those who are no moderators. */
export interface AppealView {
  appeal: AppealRow
  participants: Participants | undefined
}

/** What a moderator did about a report, and the appeal against it. */
export interface ActionView {
  action: ReportActionRow
  appeal: AppealView | undefined
  participants: Participants | undefined
}

export const appeal = Type.Object(
  {
    approved: nullable(flag('Null until a moderator decides.')),
    created_at: timestamp('When the appeal was made.'),
    id: shortId('The appeal.'),
    ...participants.properties,
    reason: nullable(text('Why it was decided that way.')),
    text: text('Why the sanction is wrong.'),
    updated_at: nullable(timestamp('When it was decided.')),
  },
  {
    $id: 'Appeal',
    description:
      'An appeal against a sanction; `moderator` and `user` only for moderators, null when the account is gone.',
  },
)
export type Appeal = Static<typeof appeal>

export const presentAppeal = ({ appeal, participants }: AppealView): Appeal => ({
  approved: appeal.is_approved === null ? null : fromSqlBool(appeal.is_approved),
  created_at: httpDate(appeal.created_at),
  id: appeal.short_id,
  ...(participants && presentParticipants(participants)),
  reason: appeal.reason,
  text: appeal.text,
  updated_at: httpDateOrNull(appeal.updated_at),
})

export const reportAction = Type.Object(
  {
    action_type: oneOf(ACTION_TYPES, 'What was done.'),
    appeal: nullable(appeal),
    created_at: timestamp('When it was done.'),
    id: shortId('The action.'),
    ...participants.properties,
    reason: nullable(text('What the moderator gives as reason.')),
    report_id: Type.Optional(numericId('The report; only for moderators.')),
  },
  {
    $id: 'ReportAction',
    description:
      'What a moderator did about a report: a sanction, its lifting, or a change of state. `moderator` and `user` only for moderators, null when the account is gone.',
  },
)
export type ReportAction = Static<typeof reportAction>

/** A report action without what it is about. */
export const presentAction = ({ action, appeal, participants }: ActionView): ReportAction => ({
  action_type: action.action_type,
  appeal: appeal ? presentAppeal(appeal) : null,
  created_at: httpDate(action.created_at),
  id: action.short_id,
  reason: action.reason,
  ...(participants && { report_id: action.report_id, ...presentParticipants(participants) }),
})

const presentParticipants = ({ moderator, user }: Participants): Static<typeof participants> => ({
  moderator: presentSeenUserOrNull(moderator),
  user: presentSeenUserOrNull(user),
})

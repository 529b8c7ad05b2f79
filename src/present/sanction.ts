import { fromSqlBool } from '@/db/columns'
import type { AppealRow } from '@/db/queries/appeals'
import type { ReportActionRow } from '@/db/queries/report-actions'
import { httpDate, httpDateOrNull } from '@/lib/http-date'
import { presentSeenUserOrNull, type SeenUser } from './user'

/** Who took part, for moderators; accounts that are gone are null. */
interface Participants {
  moderator: SeenUser | null
  user: SeenUser | null
}

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

/** The Appeal object of the API. */
export const presentAppeal = ({ appeal, participants }: AppealView) => ({
  approved: appeal.is_approved === null ? null : fromSqlBool(appeal.is_approved),
  created_at: httpDate(appeal.created_at),
  id: appeal.short_id,
  ...(participants && presentParticipants(participants)),
  reason: appeal.reason,
  text: appeal.text,
  updated_at: httpDateOrNull(appeal.updated_at),
})

/** The Report action object of the API, without what it is about. */
export const presentAction = ({ action, appeal, participants }: ActionView) => ({
  action_type: action.action_type,
  appeal: appeal ? presentAppeal(appeal) : null,
  created_at: httpDate(action.created_at),
  id: action.short_id,
  reason: action.reason,
  ...(participants && { report_id: action.report_id, ...presentParticipants(participants) }),
})

const presentParticipants = ({ moderator, user }: Participants) => ({
  moderator: presentSeenUserOrNull(moderator),
  user: presentSeenUserOrNull(user),
})

import { sql } from 'kysely'
import type { Db } from '@/db/open'
import { NO_SANCTIONS } from './report-actions'

/** How often an account has had to do with moderation. */
export interface ModerationCounts {
  /** Reports by the account. */
  createdReports: number
  /** Reports about the account or what it wrote. */
  receivedReports: number
  sanctions: number
}

export async function countModeration(db: Db, userId: number): Promise<ModerationCounts> {
  const { rows } = await sql<ModerationCounts>`select
    (select count(*) from reports where reported_by = ${userId}) as createdReports,
    (select count(*) from reports where reported_user_id = ${userId}) as receivedReports,
    (select count(*) from report_actions where user_id = ${userId}
      and action_type not in (${sql.join(NO_SANCTIONS)})) as sanctions`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('no answer to a count')
  return counts
}

import { badRequest } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { MODERATOR_ROLES } from '@/policy/moderation'
import { recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { listActiveUserIds, loadUsers } from '@/store/db/queries/accounts/users'
import { updateReport } from '@/store/db/queries/social/reports'
import { loadReportDetail } from '@/use-cases/views/report'
import { requireReport } from './read-reports'

type Deps = Pick<AppContext, 'db'>

/** Assigns a report to a moderator; null ends the assignment. @throws 404; 400 unless the account is an active moderator. */
export const assignReport = (
  ctx: AppContext,
  caller: Caller,
  { reportId, username }: { reportId: number; username: string | null },
) =>
  transact(ctx, async (tx) => {
    const { assigned_to: former } = await requireReport(tx, reportId)
    const assignee = username === null ? null : await requireModerator(tx, username)
    const report = await updateReport(tx.db, reportId, { assigned_to: assignee })
    if (assignee !== former)
      await recordAudit(tx, caller, 'report_assigned', {
        details: { report: reportId, assigned: assignee !== null },
      })
    return loadReportDetail(tx, caller, report)
  })

/** Returns the names of the accounts to which reports can be assigned, in alphabetical order. */
export async function listModerators(ctx: Deps): Promise<string[]> {
  const moderators = await loadModerators(ctx)
  return moderators.map(({ username }) => username).sort((one, other) => one.localeCompare(other))
}

async function requireModerator(ctx: Deps, username: string): Promise<number> {
  const found = (await loadModerators(ctx)).find((user) => user.username === username)
  if (!found) throw badRequest("invalid 'username'")
  return found.id
}

async function loadModerators({ db }: Deps) {
  return [...(await loadUsers(db, await listActiveUserIds(db, MODERATOR_ROLES))).values()]
}

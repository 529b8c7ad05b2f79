import { invalidPayload } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { insertReportAction } from '@/store/db/queries/social/report-actions'
import {
  insertReportComment,
  type ReportRow,
  updateReport,
} from '@/store/db/queries/social/reports'
import { toSqlBool } from '@/store/db/schema/columns'
import { loadReportDetail } from '@/use-cases/views/report'
import { requireReport } from './read-reports'

/** A moderator's note on a report, with an optional change of state. */
export interface ReportEdit {
  notes?: string
  /** Alias of `notes`. */
  comment?: string
  resolved?: boolean
}

/** Adds a note to a report, and resolves or reopens it if requested. @throws 400 when the note is missing, then 404. */
export async function editReport(
  ctx: AppContext,
  caller: Caller,
  { id, edit }: { id: number; edit: ReportEdit },
) {
  const note = edit.notes ?? edit.comment
  if (note === undefined) throw invalidPayload('comment')
  return transact(ctx, async (tx) => {
    const report = await requireReport(tx, id)
    const now = tx.clock.now()
    await insertReportComment(tx.db, {
      report_id: id,
      user_id: caller.userId,
      created_at: now,
      comment: note,
    })
    const isChange = edit.resolved !== undefined && toSqlBool(edit.resolved) !== report.is_resolved
    if (isChange) await changeState(tx, caller, report)
    await recordAudit(tx, caller, 'report_edited', {
      details: { report: id, ...(isChange && { resolved: edit.resolved === true }) },
    })
    const edited = await updateReport(tx.db, id, { updated_at: now })
    return loadReportDetail(tx, caller, edited)
  })
}

async function changeState(
  tx: InTransaction<AppContext>,
  caller: Caller,
  report: ReportRow,
): Promise<void> {
  const now = tx.clock.now()
  const isToResolve = report.is_resolved === 0
  await updateReport(tx.db, report.id, {
    is_resolved: toSqlBool(isToResolve),
    resolved_at: isToResolve ? now : null,
    resolved_by: isToResolve ? caller.userId : null,
  })
  await insertReportAction(tx.db, {
    short_id: tx.ids.shortId(),
    report_id: report.id,
    action_type: isToResolve ? 'report_resolution' : 'report_reopening',
    created_at: now,
    moderator_id: caller.userId,
  })
}

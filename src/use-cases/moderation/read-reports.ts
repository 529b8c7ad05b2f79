import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { toSqlBool } from '@/db/columns'
import { insertReportAction } from '@/db/queries/report-actions'
import {
  findReport,
  hasAnyOpenReport,
  insertReportNote,
  listReports,
  REPORT_ORDERS,
  type ReportRow,
  updateReport,
} from '@/db/queries/reports'
import { type InTransaction, transact } from '@/db/transact'
import { badRequest, invalidPayload, notFound } from '@/errors'
import { loadReportDetail, loadReportViews } from '@/views/report'

/** Which reports are listed, as texts that are judged in the order of the contract. */
export interface ReportListQuery {
  page?: string
  object_type?: string
  /** `created_at` by default, or `updated_at`. */
  order_by?: string
  /** `desc` by default, or `asc`. */
  order?: string
  /** Username. */
  reporter?: string
  /** `true` or `false`. */
  resolved?: string
}

/** A moderator's note on a report, which may change its state. */
export interface ReportEdit {
  notes?: string
  /** Another name of `notes`. */
  comment?: string
  resolved?: boolean
}

/** @throws 404. */
export async function requireReport(ctx: Pick<AppContext, 'db'>, id: number): Promise<ReportRow> {
  const report = await findReport(ctx.db, id)
  if (!report) throw notFound('report not found')
  return report
}

/** One page of reports. @throws 400 for an order that is none. */
export async function getReports(
  ctx: AppContext,
  caller: Caller,
  { query, ...page }: { query: ReportListQuery; page: number; perPage: number },
) {
  const orderBy = REPORT_ORDERS.find((order) => order === (query.order_by ?? 'created_at'))
  if (!orderBy) throw badRequest("invalid 'order_by'")
  const { rows, total } = await listReports(ctx.db, {
    ...page,
    type: query.object_type || undefined,
    resolved: STATES[query.resolved?.toLowerCase() ?? ''],
    reporter: query.reporter || undefined,
    orderBy,
    order: query.order === 'asc' ? 'asc' : 'desc',
  })
  return { views: await loadReportViews(ctx, caller, rows), total }
}

const STATES: Record<string, boolean | undefined> = { true: true, false: false }

/** @throws 404. */
export async function getReportDetail(ctx: AppContext, caller: Caller, id: number) {
  return loadReportDetail(ctx, caller, await requireReport(ctx, id))
}

/** Whether any report waits for somebody to deal with it. */
export const isAnyUnresolved = (ctx: AppContext): Promise<boolean> => hasAnyOpenReport(ctx.db)

/** Notes something on a report, and resolves or reopens it when asked to. @throws 400 without note, then 404. */
export async function editReport(
  ctx: AppContext,
  caller: Caller,
  { id, edit }: { id: number; edit: ReportEdit },
) {
  const note = edit.notes ?? edit.comment
  if (note === undefined) throw invalidPayload()
  return transact(ctx, async (tx) => {
    const report = await requireReport(tx, id)
    const now = tx.clock.now()
    await insertReportNote(tx.db, {
      report_id: id,
      user_id: caller.userId,
      created_at: now,
      comment: note,
    })
    const isChange = edit.resolved !== undefined && toSqlBool(edit.resolved) !== report.is_resolved
    if (isChange) await changeState(tx, caller, report)
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

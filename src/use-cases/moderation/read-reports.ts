import { badRequest, notFound } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { countWaitingAppeals } from '@/store/db/queries/social/appeals'
import {
  countOpenReports,
  findReport,
  REPORT_ORDERS,
  type ReportRow,
  searchReports,
} from '@/store/db/queries/social/reports'
import { loadReportDetail, loadReportViews } from '@/use-cases/views/report'

/**
 * Filters and order of a list of reports. The fields are strings so that they can be validated in the order of the
 * contract.
 */
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
  /** `true` for reports with an appeal that waits for a decision. */
  with_waiting_appeal?: string
  /** Username of the reported account, or of the author of the reported content. */
  reported_user?: string
  /** Username of the moderator responsible. */
  assignee?: string
  /** `true` or `false`. */
  assigned?: string
  /** `true` or `false`. */
  by_moderator?: string
}

/** Returns a report. @throws 404. */
export async function requireReport(ctx: Pick<AppContext, 'db'>, id: number): Promise<ReportRow> {
  const report = await findReport(ctx.db, id)
  if (!report) throw notFound('report not found')
  return report
}

/** Returns one page of reports. @throws 400 when the order is unknown. */
export async function listReports(
  ctx: AppContext,
  caller: Caller,
  { query, ...page }: { query: ReportListQuery; page: number; perPage: number },
) {
  const orderBy = REPORT_ORDERS.find((order) => order === (query.order_by ?? 'created_at'))
  if (!orderBy) throw badRequest("invalid 'order_by'")
  const { rows, total } = await searchReports(ctx.db, {
    ...page,
    type: query.object_type || undefined,
    resolved: parseState(query.resolved),
    about: query.reported_user || undefined,
    assignee: query.assignee || undefined,
    isAssigned: parseState(query.assigned),
    isByModerator: parseState(query.by_moderator),
    reporter: query.reporter || undefined,
    withWaitingAppeal: parseState(query.with_waiting_appeal) ?? false,
    orderBy,
    order: query.order === 'asc' ? 'asc' : 'desc',
  })
  return { views: await loadReportViews(ctx, caller, rows), total }
}

const STATES: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
])

const parseState = (word: string | undefined) => STATES.get(word?.toLowerCase() ?? '')

/** Returns a report with its details. @throws 404. */
export async function getReportDetail(ctx: AppContext, caller: Caller, id: number) {
  return loadReportDetail(ctx, caller, await requireReport(ctx, id))
}

/** The numbers of unresolved reports and of appeals without a decision. */
export const countOpenCases = async ({ db }: Pick<AppContext, 'db'>) => ({
  reports: await countOpenReports(db),
  appeals: await countWaitingAppeals(db),
})

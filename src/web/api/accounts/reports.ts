import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, getNextPage, type ResponseData, unwrap } from '@/web/api/client/client'

const { reports } = api

type ReportRoutes = ReturnType<typeof reports>

/** A report of a user, workout or comment to the moderators. */
export type Report = ResponseData<typeof reports.get>['reports'][number]
/** A report with the comments and actions of moderators. */
export type ReportDetail = ResponseData<ReportRoutes['get']>['report']
/** An action that a moderator took on a report. */
export type ReportAction = ReportDetail['report_actions'][number]
/** An appeal against an action of a moderator. */
export type Appeal = NonNullable<ReportAction['appeal']>

/** Filters and order of the list of reports. */
export type ReportFilters = {
  object_type?: string | undefined
  resolved?: string | undefined
  reporter?: string | undefined
  reported_user?: string | undefined
  assignee?: string | undefined
  assigned?: string | undefined
  by_moderator?: string | undefined
  order_by?: string | undefined
  order?: string | undefined
}

/** Fields that the report form submits. */
export type ReportInput = Parameters<typeof reports.post>[0]
/** An action that a moderator can take on a report. */
export type ActionInput = Parameters<ReportRoutes['actions']['post']>[0]

const KEY = ['reports']
const POLL_MS = 60_000

/** The reports that match the filters, page by page. */
export const reportsQuery = (filters: ReportFilters) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'list', filters],
    queryFn: ({ pageParam }) => {
      const definedFilters = Object.fromEntries(
        Object.entries(filters).filter(([, value]) => value),
      )
      return unwrap(reports.get({ query: { ...definedFilters, page: String(pageParam) } }))
    },
    initialPageParam: 1,
    getNextPageParam: getNextPage,
  })

/** The numbers of unresolved reports and waiting appeals; polled every minute. */
export const openCasesQuery = queryOptions({
  queryKey: [...KEY, 'unresolved'],
  queryFn: () => unwrap(reports.unresolved.get()),
  refetchInterval: POLL_MS,
})

/** One report. */
export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: async () => (await unwrap(reports({ report_id: Number(id) }).get())).report,
  })

/** Reports a user, workout or comment to the moderators. */
export async function reportContent(input: ReportInput): Promise<void> {
  await unwrap(reports.post(input))
}

/** Adds a note to a report; `resolved` closes or reopens it. */
export async function addReportNote(
  id: number,
  input: { notes: string; resolved?: boolean },
): Promise<void> {
  await unwrap(reports({ report_id: id }).patch(input))
}

/** Takes an action on a report. */
export async function actOnReport(id: number, input: ActionInput): Promise<void> {
  await unwrap(reports({ report_id: id }).actions.post(input))
}

/** Approves or rejects an appeal. */
export async function decideAppeal(
  id: string,
  input: { approved: boolean; reason: string },
): Promise<void> {
  await unwrap(api.appeals({ appeal_short_id: id }).patch(input))
}

/** Marks everything about reports as stale. */
export const refreshReports = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: KEY })

import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type DataOf, dataOf } from './client'
import { nextPage } from './pages'

const { reports } = api

type ReportRoutes = ReturnType<typeof reports>

/** Something that somebody reported. */
export type Report = DataOf<typeof reports.get>['reports'][number]
/** A report with what moderators wrote and did about it. */
export type ReportDetail = DataOf<ReportRoutes['get']>['report']
/** Something that a moderator did about a report. */
export type ReportAction = ReportDetail['report_actions'][number]
/** An appeal against what a moderator did. */
export type Appeal = NonNullable<ReportAction['appeal']>

/** Which reports, in which order. */
export type ReportFilters = {
  object_type?: string | undefined
  resolved?: string | undefined
  reporter?: string | undefined
  order_by?: string | undefined
  order?: string | undefined
}

/** What can be reported. */
export type ReportInput = Parameters<typeof reports.post>[0]
/** What a moderator can do about a report. */
export type ActionInput = Parameters<ReportRoutes['actions']['post']>[0]

const KEY = ['reports']
const POLL_MS = 60_000

/** The reports that pass the filters, page by page. */
export const reportsQuery = (filters: ReportFilters) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'list', filters],
    queryFn: ({ pageParam }) => {
      const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value))
      return dataOf(reports.get({ query: { ...given, page: String(pageParam) } }))
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
  })

/** Whether some report waits for a decision; asked for again every minute. */
export const unresolvedQuery = queryOptions({
  queryKey: [...KEY, 'unresolved'],
  queryFn: async () => (await dataOf(reports.unresolved.get())).unresolved,
  refetchInterval: POLL_MS,
})

/** One report. */
export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: async () => (await dataOf(reports({ report_id: Number(id) }).get())).report,
  })

/** Reports something to the moderators. */
export async function reportContent(input: ReportInput): Promise<void> {
  await dataOf(reports.post(input))
}

/** Adds a note to a report, and may resolve it or open it again. */
export async function noteReport(
  id: number,
  input: { notes: string; resolved?: boolean },
): Promise<void> {
  await dataOf(reports({ report_id: id }).patch(input))
}

/** Does something about a report. */
export async function actOnReport(id: number, input: ActionInput): Promise<void> {
  await dataOf(reports({ report_id: id }).actions.post(input))
}

/** Decides on an appeal. */
export async function decideAppeal(
  id: string,
  input: { approved: boolean; reason: string },
): Promise<void> {
  await dataOf(api.appeals({ appeal_short_id: id }).patch(input))
}

/** Marks everything about reports as stale. */
export const refreshReports = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: KEY })

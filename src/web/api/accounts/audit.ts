import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, type ResponseData, unwrap } from '@/web/api/client/client'
import { download } from '@/web/api/client/download'

const { 'audit-log': auditLog } = api

/** An entry of the audit log. */
export type AuditEntry = ResponseData<typeof auditLog.get>['data']['entries'][number]
export type AuditAction = AuditEntry['action']

/** Filters of the audit log, as in the URL of the screen. */
export interface AuditFilters {
  action?: string | undefined
  /** Username. */
  user?: string | undefined
  /** First and last day, `YYYY-MM-DD`. */
  from?: string | undefined
  to?: string | undefined
}

const definedFilters = (filters: AuditFilters): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value))

/** The matching entries, newest first, page by page. */
export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit-log', filters],
    queryFn: async ({ pageParam }) => {
      const query = { ...definedFilters(filters), ...(pageParam && { after: String(pageParam) }) }
      return (await unwrap(auditLog.get({ query }))).data
    },
    initialPageParam: 0,
    getNextPageParam: ({ entries, has_more }) => (has_more ? entries.at(-1)?.id : undefined),
  })

/** Downloads all matching entries as a table. */
export const downloadAuditLog = (filters: AuditFilters): Promise<void> =>
  download(`/api/audit-log/export?${new URLSearchParams(definedFilters(filters))}`, 'audit-log.csv')

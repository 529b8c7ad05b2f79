import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { bytes, operations } from '@/server/http/operation'
import { parsePageRequest, parsePositiveInteger } from '@/server/http/parameters/query-params'
import { ok, okResponse } from '@/server/http/responses/envelope'
import { sendCsv } from '@/server/http/responses/send-csv'
import { auditEntry, presentAuditEntry } from '@/server/responses/accounts/audit-entry'
import type { AppContext } from '@/services/context'
import { exportAuditLog, readAuditLog } from '@/use-cases/instance/read-audit-log'
import { ENTRIES_PER_PAGE, entriesQuery, exportQuery } from './schema'

const errors = {
  400: 'The action or a day is invalid.',
  403: 'Only owners may read the entries of other accounts.',
  404: 'There is no such account.',
}
const docs = operations({
  listAuditEntries: {
    summary: 'List the entries of the audit log',
    description:
      'Newest first. Owners get all entries, others those by and about themselves. Entries are kept as long as `AUDIT_RETENTION` says.',
    responses: {
      200: okResponse({
        data: t.Object({
          entries: t.Array(auditEntry),
          has_more: t.Boolean({ description: 'Whether there are older entries.' }),
        }),
      }),
    },
    errors,
  },
  exportAuditLog: {
    summary: 'Export the audit log',
    description: 'All matching entries as CSV, newest first.',
    responses: { 200: bytes('text/csv', 'The entries.') },
    errors,
  },
})

/** The audit log. Apps cannot read it. */
export const auditLogRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/audit-log', tags: ['Administration'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query }) => {
        const { after, per_page, ...request } = query
        const { perPage } = parsePageRequest({ per_page }, ENTRIES_PER_PAGE)
        const page = { after: parsePositiveInteger(after), perPage }
        const { entries, hasMore } = await readAuditLog(ctx, caller, { request, page })
        const shown = entries.map((entry) => presentAuditEntry(caller, entry))
        return ok({ data: { entries: shown, has_more: hasMore } })
      },
      { access: { suspended: true }, query: entriesQuery, detail: docs.listAuditEntries },
    )
    .get(
      '/export',
      async ({ caller, query }) =>
        sendCsv('audit-log.csv', await exportAuditLog(ctx, caller, query)),
      { access: { suspended: true }, query: exportQuery, detail: docs.exportAuditLog },
    )

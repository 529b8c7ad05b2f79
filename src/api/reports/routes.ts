import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { created, ok, paginated } from '@/http/envelope'
import { paginationOf } from '@/http/pagination'
import { parsePage } from '@/http/query-params'
import { presentReport, presentReportDetail } from '@/present/report'
import { actOnReport } from '@/use-cases/moderation/act-on-report'
import { createReport } from '@/use-cases/moderation/create-report'
import { editReport } from '@/use-cases/moderation/edit-report'
import { getReportDetail, isAnyUnresolved, listReports } from '@/use-cases/moderation/read-reports'
import { newAction, newReport, reportEdit, reportListQuery, reportParams } from './schema'

const PER_PAGE = 10

export const reportRoutes = (ctx: AppContext) => {
  const reading = { scope: 'reports:read', role: 'moderator' } as const
  const writing = { scope: 'reports:write', role: 'moderator' } as const
  return new Elysia({ prefix: '/reports' })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query, wire }) => {
        const page = { page: parsePage(query.page), perPage: PER_PAGE }
        const { views, total } = await listReports(ctx, caller, { query, ...page })
        const reports = views.map((view) => presentReport(view, wire))
        return paginated({ reports }, paginationOf(page, total))
      },
      { access: reading, query: reportListQuery },
    )
    .post(
      '',
      async ({ caller, body, status }) => {
        await createReport(ctx, caller, body)
        return status(201, created({}))
      },
      { access: { scope: 'reports:write' }, body: newReport },
    )
    .get('/unresolved', async () => ok({ unresolved: await isAnyUnresolved(ctx) }), {
      access: reading,
    })
    .get(
      '/:report_id',
      async ({ caller, params, wire }) =>
        ok({
          report: presentReportDetail(await getReportDetail(ctx, caller, params.report_id), wire),
        }),
      { access: reading, params: reportParams },
    )
    .patch(
      '/:report_id',
      async ({ caller, params, body, wire }) => {
        const view = await editReport(ctx, caller, { id: params.report_id, edit: body })
        return ok({ report: presentReportDetail(view, wire) })
      },
      { access: writing, params: reportParams, body: reportEdit },
    )
    .post(
      '/:report_id/actions',
      async ({ caller, params, body, wire, status }) => {
        const request = { reportId: params.report_id, input: body }
        const view = await actOnReport(ctx, caller, request)
        return status(201, ok({ report: presentReportDetail(view, wire) }))
      },
      { access: writing, params: reportParams, body: newAction },
    )
}

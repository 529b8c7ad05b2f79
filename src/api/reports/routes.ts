import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { created, createdAnswer, ok, okAnswer, pageAnswer, paginated } from '@/http/envelope'
import { operations } from '@/http/operation'
import { paginationOf } from '@/http/pagination'
import { parsePage } from '@/http/query-params'
import { presentReport, presentReportDetail, report, reportDetail } from '@/present/report'
import { actOnReport } from '@/use-cases/moderation/act-on-report'
import { createReport } from '@/use-cases/moderation/create-report'
import { editReport } from '@/use-cases/moderation/edit-report'
import { getReportDetail, isAnyUnresolved, listReports } from '@/use-cases/moderation/read-reports'
import { newAction, newReport, reportEdit, reportListQuery, reportParams } from './schema'

const PER_PAGE = 10

const detailAnswer = okAnswer({ report: reportDetail })
const NO_REPORT = 'There is no such report.'
/** What the API document tells of the routes. */
const docs = operations({
  listReports: {
    summary: 'List reports',
    description: 'Ten on a page.',
    answers: { 200: pageAnswer({ reports: t.Array(report) }) },
    refusals: { 400: '`order_by` is none of those that are possible.' },
  },
  createReport: {
    summary: 'Report a user, a workout or a comment to the moderators',
    answers: { 201: createdAnswer({}) },
    refusals: {
      400: 'It is the caller’s own, suspended, or reported by the caller already; or the body is wrong.',
      404: 'What is reported is not there, or not for the caller.',
    },
  },
  hasUnresolvedReports: {
    summary: 'Tell whether any report waits for moderators',
    answers: { 200: okAnswer({ unresolved: t.Boolean() }) },
  },
  getReport: {
    summary: 'Read a report with its notes and what was done about it',
    answers: { 200: detailAnswer },
    refusals: { 404: NO_REPORT },
  },
  editReport: {
    summary: 'Note something on a report, resolve or reopen it',
    description: 'The note is needed; `resolved` changes the state.',
    answers: { 200: detailAnswer },
    refusals: { 404: NO_REPORT },
  },
  takeReportAction: {
    summary: 'Warn or suspend because of a report, or take that back',
    description:
      'The action must name what is reported: the user, the comment or the workout. Whoever it concerns is told by mail and notification.',
    answers: { 201: okAnswer({ report: reportDetail }) },
    refusals: {
      400: 'The action is unknown, does not name what is reported, or was taken before.',
      403: 'Not a moderator, or the reported user has a higher role.',
      404: 'There is no such report, or what it is about is gone.',
    },
  },
})

export const reportRoutes = (ctx: AppContext) => {
  const reading = { scope: 'reports:read', role: 'moderator' } as const
  const writing = { scope: 'reports:write', role: 'moderator' } as const
  return new Elysia({ prefix: '/reports', tags: ['Moderation'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query, wire }) => {
        const page = { page: parsePage(query.page), perPage: PER_PAGE }
        const { views, total } = await listReports(ctx, caller, { query, ...page })
        const reports = views.map((view) => presentReport(view, wire))
        return paginated({ reports }, paginationOf(page, total))
      },
      { access: reading, query: reportListQuery, detail: docs.listReports },
    )
    .post(
      '',
      async ({ caller, body, status }) => {
        await createReport(ctx, caller, body)
        return status(201, created({}))
      },
      { access: { scope: 'reports:write' }, body: newReport, detail: docs.createReport },
    )
    .get('/unresolved', async () => ok({ unresolved: await isAnyUnresolved(ctx) }), {
      access: reading,
      detail: docs.hasUnresolvedReports,
    })
    .get(
      '/:report_id',
      async ({ caller, params, wire }) =>
        ok({
          report: presentReportDetail(await getReportDetail(ctx, caller, params.report_id), wire),
        }),
      { access: reading, params: reportParams, detail: docs.getReport },
    )
    .patch(
      '/:report_id',
      async ({ caller, params, body, wire }) => {
        const view = await editReport(ctx, caller, { id: params.report_id, edit: body })
        return ok({ report: presentReportDetail(view, wire) })
      },
      { access: writing, params: reportParams, body: reportEdit, detail: docs.editReport },
    )
    .post(
      '/:report_id/actions',
      async ({ caller, params, body, wire, status }) => {
        const request = { reportId: params.report_id, input: body }
        const view = await actOnReport(ctx, caller, request)
        return status(201, ok({ report: presentReportDetail(view, wire) }))
      },
      { access: writing, params: reportParams, body: newAction, detail: docs.takeReportAction },
    )
}

import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { paginationOf } from '@/server/http/parameters/pagination'
import { parsePage } from '@/server/http/parameters/query-params'
import {
  created,
  createdResponse,
  ok,
  okResponse,
  pageResponse,
  paginated,
} from '@/server/http/responses/envelope'
import {
  openCases,
  presentOpenCases,
  presentReport,
  presentReportDetail,
  report,
  reportDetail,
} from '@/server/responses/report'
import type { AppContext } from '@/services/context'
import { actOnReport } from '@/use-cases/moderation/act-on-report'
import { assignReport, listModerators } from '@/use-cases/moderation/assign-report'
import { createReport } from '@/use-cases/moderation/create-report'
import { editReport } from '@/use-cases/moderation/edit-report'
import { countOpenCases, getReportDetail, listReports } from '@/use-cases/moderation/read-reports'
import {
  newAction,
  newReport,
  reportAssignment,
  reportEdit,
  reportListQuery,
  reportParams,
} from './schema'

const PER_PAGE = 10

const detailResponse = okResponse({ report: reportDetail }, 'ReportResult')
const NO_REPORT = 'There is no such report.'
const docs = operations({
  listReports: {
    summary: 'List reports',
    description: 'Ten per page.',
    responses: { 200: pageResponse({ reports: t.Array(report) }) },
    errors: { 400: 'The value of `order_by` is unknown.' },
  },
  createReport: {
    summary: 'Report a user, a workout or a comment to the moderators',
    responses: { 201: createdResponse({}) },
    errors: {
      400: 'It is the caller’s own, is suspended, or was already reported by the caller; or the body is invalid.',
      404: 'The reported object does not exist, or the caller may not see it.',
    },
  },
  hasUnresolvedReports: {
    summary: 'Count unresolved reports and waiting appeals',
    responses: { 200: okResponse(openCases.properties) },
  },
  listModerators: {
    summary: 'List the moderators to whom reports can be assigned',
    description: 'Usernames of all active moderators, administrators and owners.',
    responses: { 200: okResponse({ moderators: t.Array(t.String()) }) },
  },
  assignReport: {
    summary: 'Make a moderator responsible for a report',
    responses: { 200: detailResponse },
    errors: { 400: 'The account is not an active moderator.', 404: NO_REPORT },
  },
  getReport: {
    summary: 'Get a report with its notes and the actions taken',
    responses: { 200: detailResponse },
    errors: { 404: NO_REPORT },
  },
  editReport: {
    summary: 'Add a note to a report, resolve or reopen it',
    description: 'The note is required; `resolved` changes the state.',
    responses: { 200: detailResponse },
    errors: { 404: NO_REPORT },
  },
  takeReportAction: {
    summary: 'Warn or suspend because of a report, or lift a sanction',
    description:
      'The action must refer to the reported object: the user, the comment or the workout. The affected user is notified by email and notification.',
    responses: { 201: okResponse({ report: reportDetail }, 'ReportResult') },
    errors: {
      400: 'The action is unknown, does not refer to the reported object, or was taken already.',
      403: 'Not a moderator, or the reported user is the caller or has a higher role.',
      404: 'There is no such report, or the reported object was deleted.',
    },
  },
})

const reading = { scope: 'reports:read', role: 'moderator' } as const
const writing = { scope: 'reports:write', role: 'moderator' } as const

/** Who is responsible for reports. */
const assignmentRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/reports', tags: ['Moderation'] })
    .use(endpoints(ctx))
    .get('/moderators', async () => ok({ moderators: await listModerators(ctx) }), {
      access: reading,
      detail: docs.listModerators,
    })
    .put(
      '/:report_id/assignee',
      async ({ caller, params, body, dialect }) => {
        const request = { reportId: params.report_id, username: body.username }
        const view = await assignReport(ctx, caller, request)
        return ok({ report: presentReportDetail(view, dialect) })
      },
      {
        access: writing,
        params: reportParams,
        body: reportAssignment,
        detail: docs.assignReport,
      },
    )

/** Reports, and what moderators do about them. */
const caseRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/reports', tags: ['Moderation'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query, dialect }) => {
        const page = { page: parsePage(query.page), perPage: PER_PAGE }
        const { views, total } = await listReports(ctx, caller, { query, ...page })
        const reports = views.map((view) => presentReport(view, dialect))
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
    .get('/unresolved', async () => ok(presentOpenCases(await countOpenCases(ctx))), {
      access: reading,
      detail: docs.hasUnresolvedReports,
    })
    .get(
      '/:report_id',
      async ({ caller, params, dialect }) =>
        ok({
          report: presentReportDetail(
            await getReportDetail(ctx, caller, params.report_id),
            dialect,
          ),
        }),
      { access: reading, params: reportParams, detail: docs.getReport },
    )
    .patch(
      '/:report_id',
      async ({ caller, params, body, dialect }) => {
        const view = await editReport(ctx, caller, { id: params.report_id, edit: body })
        return ok({ report: presentReportDetail(view, dialect) })
      },
      { access: writing, params: reportParams, body: reportEdit, detail: docs.editReport },
    )
    .post(
      '/:report_id/actions',
      async ({ caller, params, body, dialect, status }) => {
        const request = { reportId: params.report_id, input: body }
        const view = await actOnReport(ctx, caller, request)
        return status(201, ok({ report: presentReportDetail(view, dialect) }))
      },
      { access: writing, params: reportParams, body: newAction, detail: docs.takeReportAction },
    )

export const reportRoutes = (ctx: AppContext) =>
  new Elysia({ tags: ['Moderation'] }).use(assignmentRoutes(ctx)).use(caseRoutes(ctx))

import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { flagParam, parseFlag } from '@/server/http/parameters/query-params'
import { DOWNLOAD_ERRORS, downloadResponses, sendDownload } from '@/server/http/responses/download'
import { ok, okResponse } from '@/server/http/responses/envelope'
import { nullable } from '@/server/responses/fields'
import { exportTask, presentExportTask } from '@/server/responses/task'
import type { AppContext } from '@/services/context'
import { findExport, requestExport, requireExportFile } from '@/use-cases/exports/request-export'

const exportParams = t.Object({
  file_name: t.String({ description: '`file_name` of the finished archive.' }),
})

const exportQuery = t.Object({
  analysis: flagParam(
    'Include the analyses of the recordings (`analysis` and `load` of each), in `user_analysis_data.json`; `error` instead if the stored data of a recording is damaged.',
  ),
})

const docs = operations({
  requestExport: {
    summary: "Request an archive of all the caller's data",
    description:
      'The archive is created in the background; a notification is sent when it is ready. It contains profile, workouts, comments, equipment, weights, thresholds and personal tokens (without their secrets) as JSON, and the recordings and the picture.',
    responses: { 200: okResponse({ request: exportTask }) },
    errors: { 400: 'An export is in progress, or finished less than a day ago.' },
  },
  getExport: {
    summary: 'Get the progress of the latest archive',
    responses: { 200: okResponse({ request: nullable(exportTask) }) },
  },
  downloadExport: {
    summary: 'Download the archive',
    description: 'Supports a single range per request, so that a download can be resumed.',
    responses: downloadResponses('application/zip', 'The archive.'),
    errors: {
      404: 'There is no finished archive of this name for the caller.',
      ...DOWNLOAD_ERRORS,
    },
  },
})

export const dataExportRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/auth/account/export', tags: ['Data export'] })
    .use(endpoints(ctx))
    .post(
      '/request',
      async ({ caller, query }) => {
        const withAnalysis = parseFlag(query.analysis)
        return ok({
          request: presentExportTask(await requestExport(ctx, caller, { withAnalysis })),
        })
      },
      { access: { suspended: true }, query: exportQuery, detail: docs.requestExport },
    )
    .get(
      '',
      async ({ caller }) => {
        const task = await findExport(ctx, caller)
        return ok({ request: task ? presentExportTask(task) : null })
      },
      { access: { suspended: true }, detail: docs.getExport },
    )
    .get(
      '/:file_name',
      async ({ caller, params: { file_name }, request }) =>
        sendDownload(request, {
          path: await requireExportFile(ctx, caller, file_name),
          type: 'application/zip',
          name: file_name,
        }),
      { access: { suspended: true }, params: exportParams, detail: docs.downloadExport },
    )

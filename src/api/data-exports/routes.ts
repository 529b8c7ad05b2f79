import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok, okAnswer } from '@/http/envelope'
import { bytes, operations } from '@/http/operation'
import { flagParam, parseFlag } from '@/http/query-params'
import { sendFile } from '@/http/send-file'
import { nullable } from '@/present/scalars'
import { exportTask, presentExportTask } from '@/present/task'
import { findExport, requestExport, requireExportFile } from '@/use-cases/exports/request-export'

const exportParams = t.Object({
  file_name: t.String({ description: '`file_name` of the finished archive.' }),
})

const exportQuery = t.Object({
  analysis: flagParam(
    'Also what is made of the recordings (what `analysis` and `load` tell of each), in `user_analysis_data.json`; `error` in the place of what cannot be told, as what is stored of a recording is damaged.',
  ),
})

/** What the API document tells of the routes. */
const docs = operations({
  requestExport: {
    summary: 'Ask for an archive of all own data',
    description:
      'The archive is made in the background; a notification tells when it is done. It holds profile, workouts, comments, equipment, weights, thresholds and personal tokens (without their secrets) as JSON, and the recordings and the picture.',
    answers: { 200: okAnswer({ request: exportTask }) },
    refusals: { 400: 'One is under way, or was finished less than a day ago.' },
  },
  getExport: {
    summary: 'Read how far the latest archive is',
    answers: { 200: okAnswer({ request: nullable(exportTask) }) },
  },
  downloadExport: {
    summary: 'Download the archive',
    description: 'Ranges of one piece are honoured, so that a download can be resumed.',
    answers: {
      200: bytes('application/zip', 'The archive.'),
      206: bytes('application/zip', 'The piece of the archive that `range` asks for.'),
    },
    refusals: {
      404: 'There is no finished archive of this name for the caller.',
      416: { when: 'The range lies outside the archive.', empty: true },
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
        sendFile(request, {
          path: await requireExportFile(ctx, caller, file_name),
          type: 'application/zip',
          name: file_name,
        }),
      { access: { suspended: true }, params: exportParams, detail: docs.downloadExport },
    )

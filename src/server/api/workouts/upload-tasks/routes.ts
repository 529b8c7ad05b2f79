import { Elysia, t } from 'elysia'
import { queryValue } from '@/server/http/documented-input'
import { endpoints } from '@/server/http/endpoints'
import { bytes, operations } from '@/server/http/operation'
import { paginationOf } from '@/server/http/parameters/pagination'
import { pageQuery, parsePage } from '@/server/http/parameters/query-params'
import {
  EMPTY,
  noContent,
  ok,
  okResponse,
  pageResponse,
  paginated,
} from '@/server/http/responses/envelope'
import { sendCsv } from '@/server/http/responses/send-csv'
import { count } from '@/server/responses/fields'
import { presentUploadTask, type UploadTaskView, uploadTask } from '@/server/responses/task'
import type { AppContext } from '@/services/context'
import { abortUploadTask, deleteUploadTask } from '@/use-cases/imports/tasks/abort-upload-task'
import { readReport } from '@/use-cases/imports/tasks/import-report'
import { getUploadTask, listUploadTasks } from '@/use-cases/imports/tasks/read-upload-tasks'
import { undoImport } from '@/use-cases/imports/tasks/undo-import'

const taskParams = t.Object({
  task_short_id: t.String({ description: 'Short id of the task.' }),
})

const PER_PAGE = 5
const listQuery = t.Object({
  ...pageQuery.properties,
  all: queryValue(
    t.Boolean({
      description: 'Whether to include imports that were completed within the upload request.',
    }),
  ),
})

const okTask = (view: UploadTaskView) => ok({ task: presentUploadTask(view) })

const taskResponse = okResponse({ task: uploadTask }, 'UploadTaskResult')
const NO_TASK = 'The caller has no such task.'
const NOT_OVER = 'The task has not finished.'
/** Entries of the routes in the API document. */
const describe = (suffix: string) =>
  operations(
    {
      listUploadTasks: {
        summary: "List the caller's archive imports",
        description:
          'Newest first, five per page, including finished ones. Imports that were completed within the upload request are only listed with `all=true`.',
        responses: { 200: pageResponse({ data: t.Object({ tasks: t.Array(uploadTask) }) }) },
      },
      getUploadTask: {
        summary: 'Get the progress of an archive import',
        description:
          'Clients should poll every few seconds until `status` is `successful`, `errored` or `aborted`.',
        responses: { 200: taskResponse },
        errors: { 404: NO_TASK },
      },
      abortUploadTask: {
        summary: 'Abort an archive import',
        description: 'Stops after the current recording. Workouts created so far are not deleted.',
        responses: { 200: taskResponse },
        errors: { 400: 'The task has finished.', 404: NO_TASK },
      },
      getUploadReport: {
        summary: 'Download the result of an import for every file',
        description:
          'CSV with a line for each file: `new`, `already there`, `replaced`, `skipped`, `failed` or `undone`, the reason, and the workout.',
        responses: { 200: bytes('text/csv', 'UTF-8, with a line of titles.') },
        errors: { 404: NO_TASK },
      },
      undoUpload: {
        summary: 'Undo an import',
        description:
          'Deletes the workouts that it created and that still exist, restores the previous recording of those it replaced, and deletes the additional recordings, comments, courses, segments, and equipment that nothing else uses. The result of the import lists these changes. Workouts whose recording another import or a merge has replaced since do not change.',
        responses: {
          200: okResponse({
            removed: count('Deleted workouts.'),
            restored: count('Workouts with their previous recording restored.'),
            left: count('Unchanged workouts; see the import’s result for the reasons.'),
          }),
        },
        errors: { 400: NOT_OVER, 404: NO_TASK },
      },
      deleteUploadTask: {
        summary: 'Delete the task of an archive import',
        description: 'Its workouts are not deleted.',
        responses: { 204: EMPTY },
        errors: { 400: NOT_OVER, 404: NO_TASK },
      },
    },
    suffix,
  )

/** The same routes under both paths that clients use. */
export const uploadTaskRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts', tags: ['Uploads'] })
    .use(routesBelow(ctx, '/upload-tasks', ''))
    .use(routesBelow(ctx, '/tasks', 'ByShortPath'))

const routesBelow = <Prefix extends string>(ctx: AppContext, prefix: Prefix, suffix: string) => {
  const docs = describe(suffix)
  return new Elysia({ prefix, tags: ['Uploads'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query }) => {
        const page = { page: parsePage(query.page), perPage: PER_PAGE }
        const withAtOnce = query.all === 'true'
        const { views, total } = await listUploadTasks(ctx, caller, { ...page, withAtOnce })
        const data = { tasks: views.map(presentUploadTask) }
        return paginated({ data }, paginationOf(page, total))
      },
      { access: { scope: 'workouts:read' }, query: listQuery, detail: docs.listUploadTasks },
    )
    .get(
      '/:task_short_id',
      async ({ caller, params }) => okTask(await getUploadTask(ctx, caller, params.task_short_id)),
      { access: { scope: 'workouts:read' }, params: taskParams, detail: docs.getUploadTask },
    )
    .post(
      '/:task_short_id/abort',
      async ({ caller, params }) =>
        okTask(await abortUploadTask(ctx, caller, params.task_short_id)),
      { access: { scope: 'workouts:write' }, params: taskParams, detail: docs.abortUploadTask },
    )
    .get(
      '/:task_short_id/report',
      async ({ caller, params }) => {
        const rows = await readReport(ctx, caller, params.task_short_id)
        return sendCsv(`import-${params.task_short_id}.csv`, rows)
      },
      { access: { scope: 'workouts:read' }, params: taskParams, detail: docs.getUploadReport },
    )
    .post(
      '/:task_short_id/undo',
      async ({ caller, params }) =>
        ok({ ...(await undoImport(ctx, caller, params.task_short_id)) }),
      { access: { scope: 'workouts:write' }, params: taskParams, detail: docs.undoUpload },
    )
    .delete(
      '/:task_short_id',
      async ({ caller, params }) => {
        await deleteUploadTask(ctx, caller, params.task_short_id)
        return noContent()
      },
      { access: { scope: 'workouts:write' }, params: taskParams, detail: docs.deleteUploadTask },
    )
}

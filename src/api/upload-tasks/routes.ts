import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { queryValue } from '@/http/accepted'
import { endpoints } from '@/http/endpoints'
import { EMPTY, noContent, ok, okAnswer, pageAnswer, paginated } from '@/http/envelope'
import { bytes, operations } from '@/http/operation'
import { paginationOf } from '@/http/pagination'
import { pageQuery, parsePage } from '@/http/query-params'
import { count } from '@/present/scalars'
import { presentUploadTask, type UploadTaskView, uploadTask } from '@/present/task'
import { abortUploadTask, removeUploadTask } from '@/use-cases/imports/abort-upload-task'
import { readReport } from '@/use-cases/imports/import-report'
import { getUploadTask, listUploadTasks } from '@/use-cases/imports/read-upload-tasks'
import { undoImport } from '@/use-cases/imports/undo-import'

const taskParams = t.Object({
  task_short_id: t.String({ description: 'Short id of the task.' }),
})

const PER_PAGE = 5
const listQuery = t.Object({
  ...pageQuery.properties,
  all: queryValue(
    t.Boolean({ description: 'Whether imports that were answered at once are listed as well.' }),
  ),
})

const answer = (view: UploadTaskView) => ok({ task: presentUploadTask(view) })

const taskAnswer = okAnswer({ task: uploadTask })
const NO_TASK = 'The caller has no such task.'
const NOT_OVER = 'The task is not over.'
/** What the API document tells of the routes. */
const describe = (suffix: string) =>
  operations(
    {
      listUploadTasks: {
        summary: 'List own imports of archives',
        description:
          'Newest first, five on a page; finished ones too. Imports that were answered at once, whose reports are kept as well, only with `all=true`.',
        answers: { 200: pageAnswer({ data: t.Object({ tasks: t.Array(uploadTask) }) }) },
      },
      getUploadTask: {
        summary: 'Read how far the import of an archive is',
        description:
          'Programs ask every few seconds until `status` is `successful`, `errored` or `aborted`.',
        answers: { 200: taskAnswer },
        refusals: { 404: NO_TASK },
      },
      abortUploadTask: {
        summary: 'Stop the import of an archive',
        description: 'After the recording it is at; workouts made so far stay.',
        answers: { 200: taskAnswer },
        refusals: { 400: 'The task is over.', 404: NO_TASK },
      },
      getUploadReport: {
        summary: 'Download what became of every file of an import',
        description:
          'CSV with a line for each file: `new`, `already there`, `replaced`, `skipped`, `failed` or `undone`, the reason, and the workout.',
        answers: { 200: bytes('text/csv', 'UTF-8, with a line of titles.') },
        refusals: { 404: NO_TASK },
      },
      undoUpload: {
        summary: 'Take back what an import made',
        description:
          'Removes the workouts that it created and that are still there, gives those whose recording it replaced the former one again, and removes files that it kept beside, equipment that nothing else uses, and comments. The report says so. A workout that another import or a merge has given another recording since stays as it is.',
        answers: {
          200: okAnswer({
            removed: count('Workouts that are gone now.'),
            restored: count('Workouts that are again what they were made of before.'),
            left: count('Workouts that stay as they are; the report says why.'),
          }),
        },
        refusals: { 400: NOT_OVER, 404: NO_TASK },
      },
      deleteUploadTask: {
        summary: 'Forget the import of an archive',
        description: 'Only the task: its workouts stay.',
        answers: { 204: EMPTY },
        refusals: { 400: NOT_OVER, 404: NO_TASK },
      },
    },
    suffix,
  )

/** Texts as they come. */
function streamOf(texts: AsyncGenerator<string>): ReadableStream {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await texts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => void (await texts.return(undefined)),
  })
}

/** The same routes below both names that clients know. */
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
      async ({ caller, params }) => answer(await getUploadTask(ctx, caller, params.task_short_id)),
      { access: { scope: 'workouts:read' }, params: taskParams, detail: docs.getUploadTask },
    )
    .post(
      '/:task_short_id/abort',
      async ({ caller, params }) =>
        answer(await abortUploadTask(ctx, caller, params.task_short_id)),
      { access: { scope: 'workouts:write' }, params: taskParams, detail: docs.abortUploadTask },
    )
    .get(
      '/:task_short_id/report',
      async ({ caller, params }) => {
        const rows = await readReport(ctx, caller, params.task_short_id)
        const name = `import-${params.task_short_id}.csv`
        return new Response(streamOf(rows), {
          headers: {
            'content-disposition': `attachment; filename="${name}"`,
            'content-type': 'text/csv; charset=utf-8',
          },
        })
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
        await removeUploadTask(ctx, caller, params.task_short_id)
        return noContent()
      },
      { access: { scope: 'workouts:write' }, params: taskParams, detail: docs.deleteUploadTask },
    )
}

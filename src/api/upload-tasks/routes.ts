import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { EMPTY, noContent, ok, okAnswer, pageAnswer, paginated } from '@/http/envelope'
import { operations } from '@/http/operation'
import { paginationOf } from '@/http/pagination'
import { pageQuery, parsePage } from '@/http/query-params'
import { presentUploadTask, type UploadTaskView, uploadTask } from '@/present/task'
import { abortUploadTask, removeUploadTask } from '@/use-cases/imports/abort-upload-task'
import { getUploadTask, listUploadTasks } from '@/use-cases/imports/read-upload-tasks'

const taskParams = t.Object({
  task_short_id: t.String({ description: 'Short id of the task.' }),
})

const PER_PAGE = 5

const answer = (view: UploadTaskView) => ok({ task: presentUploadTask(view) })

const taskAnswer = okAnswer({ task: uploadTask })
const NO_TASK = 'The caller has no such task.'
/** What the API document tells of the routes. */
const describe = (suffix: string) =>
  operations(
    {
      listUploadTasks: {
        summary: 'List own imports of archives',
        description: 'Newest first, five on a page; finished ones too.',
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
      deleteUploadTask: {
        summary: 'Forget the import of an archive',
        description: 'Only the task: its workouts stay.',
        answers: { 204: EMPTY },
        refusals: { 400: 'The task is not over.', 404: NO_TASK },
      },
    },
    suffix,
  )

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
        const { views, total } = await listUploadTasks(ctx, caller, page)
        const data = { tasks: views.map(presentUploadTask) }
        return paginated({ data }, paginationOf(page, total))
      },
      { access: { scope: 'workouts:read' }, query: pageQuery, detail: docs.listUploadTasks },
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
    .delete(
      '/:task_short_id',
      async ({ caller, params }) => {
        await removeUploadTask(ctx, caller, params.task_short_id)
        return noContent()
      },
      { access: { scope: 'workouts:write' }, params: taskParams, detail: docs.deleteUploadTask },
    )
}

import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { noContent, ok, paginated } from '@/http/envelope'
import { paginationOf } from '@/http/pagination'
import { parsePage } from '@/http/query-params'
import { presentUploadTask, type UploadTaskView } from '@/present/task'
import { abortUploadTask, removeUploadTask } from '@/use-cases/imports/abort-upload-task'
import { getUploadTask, listUploadTasks } from '@/use-cases/imports/read-upload-tasks'

const taskParams = t.Object({ task_short_id: t.String() })
const taskListQuery = t.Object({ page: t.Optional(t.String()) })

const PER_PAGE = 5

const answer = (view: UploadTaskView) => ok({ task: presentUploadTask(view) })

/** The same routes below both names that clients know. */
export const uploadTaskRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts' })
    .use(routesBelow(ctx, '/upload-tasks'))
    .use(routesBelow(ctx, '/tasks'))

const routesBelow = <Prefix extends string>(ctx: AppContext, prefix: Prefix) =>
  new Elysia({ prefix })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query }) => {
        const page = { page: parsePage(query.page), perPage: PER_PAGE }
        const { views, total } = await listUploadTasks(ctx, caller, page)
        const data = { tasks: views.map(presentUploadTask) }
        return paginated({ data }, paginationOf(page, total))
      },
      { access: { scope: 'workouts:read' }, query: taskListQuery },
    )
    .get(
      '/:task_short_id',
      async ({ caller, params }) => answer(await getUploadTask(ctx, caller, params.task_short_id)),
      { access: { scope: 'workouts:read' }, params: taskParams },
    )
    .post(
      '/:task_short_id/abort',
      async ({ caller, params }) =>
        answer(await abortUploadTask(ctx, caller, params.task_short_id)),
      { access: { scope: 'workouts:write' }, params: taskParams },
    )
    .delete(
      '/:task_short_id',
      async ({ caller, params }) => {
        await removeUploadTask(ctx, caller, params.task_short_id)
        return noContent()
      },
      { access: { scope: 'workouts:write' }, params: taskParams },
    )

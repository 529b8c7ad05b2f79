import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok, okAnswer, pageAnswer, paginated } from '@/http/envelope'
import { operations } from '@/http/operation'
import { paginationOf } from '@/http/pagination'
import { pageQuery, parsePage } from '@/http/query-params'
import { presentSeenUserOrNull } from '@/present/compact-user'
import { count } from '@/present/scalars'
import { presentQueuedTask, queuedTask } from '@/present/task'
import { countQueue, listQueue } from '@/use-cases/imports/list-queued-tasks'

const taskTypeParams = t.Object({
  task_type: t.String({ description: '`user_data_export` or `workouts_archive_upload`.' }),
})

const PER_PAGE = 5

/** What the API document tells of the routes. */
const describe = (suffix: string) =>
  operations(
    {
      countQueuedTasks: {
        summary: 'Count the tasks that wait',
        description: 'By type of task, over all users.',
        answers: {
          200: okAnswer({
            counts: t.Object({
              user_data_export: count('Archives of data to be made.'),
              workouts_archive_upload: count('Archives of recordings to be imported.'),
            }),
          }),
        },
      },
      listQueuedTasks: {
        summary: 'List the tasks of a type that wait',
        description:
          'Newest first, five on a page. Their users are told as administrators see them.',
        answers: { 200: pageAnswer({ queued_tasks: t.Array(queuedTask) }) },
        refusals: { 400: 'There is no such type of task.' },
      },
    },
    suffix,
  )

/** The same routes at both places that clients know. */
export const queuedTaskRoutes = (ctx: AppContext) =>
  new Elysia()
    .use(routesBelow(ctx, '/users/tasks', ''))
    .use(routesBelow(ctx, '/tasks', 'ByShortPath'))

const routesBelow = <Prefix extends string>(ctx: AppContext, prefix: Prefix, suffix: string) => {
  const docs = describe(suffix)
  return new Elysia({ prefix, tags: ['Administration'] })
    .use(endpoints(ctx))
    .get('/queued', async () => ok({ counts: await countQueue(ctx) }), {
      access: { scope: ['tasks:read', 'users:read'], role: 'admin' },
      detail: docs.countQueuedTasks,
    })
    .get(
      '/queued/:task_type',
      async ({ caller, params, query }) => {
        const page = { page: parsePage(query.page), perPage: PER_PAGE }
        const { tasks, total } = await listQueue(ctx, caller, { type: params.task_type, page })
        const queued_tasks = tasks.map(({ task, user }) =>
          presentQueuedTask(task, presentSeenUserOrNull(user ?? null)),
        )
        return paginated({ queued_tasks }, paginationOf(page, total))
      },
      {
        access: { scope: ['tasks:read', 'users:read'], role: 'admin' },
        params: taskTypeParams,
        query: pageQuery,
        detail: docs.listQueuedTasks,
      },
    )
}

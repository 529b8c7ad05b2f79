import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { paginationOf } from '@/server/http/parameters/pagination'
import { flagParam, pageParam, parseFlag, parsePage } from '@/server/http/parameters/query-params'
import { ok, okResponse, pageResponse, paginated } from '@/server/http/responses/envelope'
import { presentSeenUserOrNull } from '@/server/responses/accounts/compact-user'
import { count } from '@/server/responses/fields'
import { presentQueuedTask, queuedTask } from '@/server/responses/task'
import type { AppContext } from '@/services/context'
import { countQueue, listQueue } from '@/use-cases/imports/tasks/list-queued-tasks'

const taskTypeParams = t.Object({
  task_type: t.String({ description: '`user_data_export` or `workouts_archive_upload`.' }),
})

const withRunning = flagParam('Also tasks that have started and are not finished.')
const countQuery = t.Object({ with_running: withRunning })
const listQuery = t.Object({ page: pageParam, with_running: withRunning })

const PER_PAGE = 5

/** Entries of the routes in the API document. */
const describe = (suffix: string) =>
  operations(
    {
      countQueuedTasks: {
        summary: 'Count the queued tasks',
        description: 'By type of task, over all users.',
        responses: {
          200: okResponse({
            counts: t.Object({
              user_data_export: count('Queued data exports.'),
              workouts_archive_upload: count('Queued archive imports.'),
            }),
          }),
        },
      },
      listQueuedTasks: {
        summary: 'List the queued tasks of a type',
        description: 'Newest first, five per page, with their users as administrators see them.',
        responses: { 200: pageResponse({ queued_tasks: t.Array(queuedTask) }) },
        errors: { 400: 'There is no such type of task.' },
      },
    },
    suffix,
  )

/** The same routes under both paths that clients use. */
export const queuedTaskRoutes = (ctx: AppContext) =>
  new Elysia()
    .use(routesBelow(ctx, '/users/tasks', ''))
    .use(routesBelow(ctx, '/tasks', 'ByShortPath'))

const routesBelow = <Prefix extends string>(ctx: AppContext, prefix: Prefix, suffix: string) => {
  const docs = describe(suffix)
  return new Elysia({ prefix, tags: ['Administration'] })
    .use(endpoints(ctx))
    .get(
      '/queued',
      async ({ query }) => ok({ counts: await countQueue(ctx, parseFlag(query.with_running)) }),
      {
        access: { scope: ['tasks:read', 'users:read'], role: 'admin' },
        query: countQuery,
        detail: docs.countQueuedTasks,
      },
    )
    .get(
      '/queued/:task_type',
      async ({ caller, params, query }) => {
        const page = { page: parsePage(query.page), perPage: PER_PAGE }
        const { tasks, total } = await listQueue(ctx, caller, {
          type: params.task_type,
          withRunning: parseFlag(query.with_running),
          page,
        })
        const queued_tasks = tasks.map(({ task, user }) =>
          presentQueuedTask(task, presentSeenUserOrNull(user ?? null)),
        )
        return paginated({ queued_tasks }, paginationOf(page, total))
      },
      {
        access: { scope: ['tasks:read', 'users:read'], role: 'admin' },
        params: taskTypeParams,
        query: listQuery,
        detail: docs.listQueuedTasks,
      },
    )
}

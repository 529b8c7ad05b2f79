import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok, paginated } from '@/http/envelope'
import { paginationOf } from '@/http/pagination'
import { parsePage } from '@/http/query-params'
import { presentSeenUserOrNull } from '@/present/compact-user'
import { presentQueuedTask } from '@/present/task'
import { countQueue, listQueue } from '@/use-cases/imports/list-queued-tasks'

const taskTypeParams = t.Object({ task_type: t.String() })
const queuedTaskQuery = t.Object({ page: t.Optional(t.String()) })

const PER_PAGE = 5

/** The same routes at both places that clients know. */
export const queuedTaskRoutes = (ctx: AppContext) =>
  new Elysia().use(routesBelow(ctx, '/users/tasks')).use(routesBelow(ctx, '/tasks'))

const routesBelow = <Prefix extends string>(ctx: AppContext, prefix: Prefix) =>
  new Elysia({ prefix })
    .use(endpoints(ctx))
    .get('/queued', async () => ok({ counts: await countQueue(ctx) }), {
      access: { scope: ['tasks:read', 'users:read'], role: 'admin' },
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
        query: queuedTaskQuery,
      },
    )

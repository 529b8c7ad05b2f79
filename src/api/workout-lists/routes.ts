import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok, paginated } from '@/http/envelope'
import { paginationOf } from '@/http/pagination'
import { parseFlag, parsePageRequest } from '@/http/query-params'
import { presentStatistics } from '@/present/list-statistics'
import { presentWorkoutInList } from '@/present/listed-workout'
import { presentFeatures } from '@/present/workout-map'
import { listStarts, listWorkoutLines } from '@/use-cases/workouts/list-workout-lines'
import { listWorkouts } from '@/use-cases/workouts/list-workouts'
import { readListRequest } from '@/use-cases/workouts/read-list-request'
import { docs, globalMapQuery, PAGE_SIZES, workoutFilterQuery, workoutListQuery } from './schema'

/** Own workouts, as list and on maps. */
export const workoutListRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts', tags: ['Workouts'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query, wire }) => {
        const page = parsePageRequest(query, PAGE_SIZES)
        const { views, total, statistics } = await listWorkouts(ctx, caller, {
          ...page,
          ...readListRequest(query, caller.timezone),
          withEquipments: parseFlag(query.return_equipments),
          withStatistics: parseFlag(query.with_statistics),
        })
        const workouts = views.map((view) => presentWorkoutInList(view, wire))
        const data = { workouts, ...(statistics && presentStatistics(statistics, wire)) }
        return paginated({ data }, paginationOf(page, total))
      },
      { access: { scope: 'workouts:read' }, query: workoutListQuery, detail: docs.listWorkouts },
    )
    .get(
      '/collection',
      async ({ caller, query }) => {
        const page = parsePageRequest(query, PAGE_SIZES)
        const request = { ...page, ...readListRequest(query, caller.timezone) }
        const { drawn, total } = await listWorkoutLines(ctx, caller, request)
        return paginated({ data: presentFeatures(drawn) }, paginationOf(page, total))
      },
      {
        access: { scope: 'workouts:read' },
        query: workoutFilterQuery,
        detail: docs.listWorkoutLines,
      },
    )
    .get(
      '/global-map',
      async ({ caller, query }) => {
        const { drawn, limitExceeded } = await listStarts(ctx, caller, query)
        return ok({ data: { ...presentFeatures(drawn), limit_exceeded: limitExceeded } })
      },
      { access: { scope: 'workouts:read' }, query: globalMapQuery, detail: docs.listWorkoutStarts },
    )

import { Elysia } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { paginationOf } from '@/server/http/parameters/pagination'
import { parseFlag, parsePageRequest } from '@/server/http/parameters/query-params'
import { ok, paginated } from '@/server/http/responses/envelope'
import { presentStatistics } from '@/server/responses/workouts/list-statistics'
import { presentWorkoutInList } from '@/server/responses/workouts/listed-workout'
import { LINES_TYPE, presentMapLines, UNDRAWN_HEADER } from '@/server/responses/workouts/map-lines'
import { presentFeatures } from '@/server/responses/workouts/workout-map'
import type { AppContext } from '@/services/context'
import {
  countUndrawnWorkouts,
  listWorkoutMapLines,
  readMapView,
} from '@/use-cases/workouts/read/list-map-lines'
import { listStarts, listWorkoutLines } from '@/use-cases/workouts/read/list-workout-lines'
import { listWorkouts } from '@/use-cases/workouts/read/list-workouts'
import { readListRequest } from '@/use-cases/workouts/read/read-list-request'
import {
  docs,
  globalMapQuery,
  mapLinesQuery,
  PAGE_SIZES,
  workoutFilterQuery,
  workoutListQuery,
} from './schema'

/** The caller's workouts, as a list and on maps. */
export const workoutListRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts', tags: ['Workouts'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query, dialect }) => {
        const page = parsePageRequest(query, PAGE_SIZES)
        const { views, total, statistics } = await listWorkouts(ctx, caller, {
          ...page,
          ...readListRequest(query, caller.timezone),
          withEquipments: parseFlag(query.return_equipments),
          withStatistics: parseFlag(query.with_statistics),
        })
        const workouts = views.map((view) => presentWorkoutInList(view, dialect))
        const data = { workouts, ...(statistics && presentStatistics(statistics, dialect)) }
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
    .get(
      '/lines',
      async ({ caller, query }) => {
        const { filter, near } = readListRequest(query, caller.timezone)
        const view = readMapView(query)
        const found = await listWorkoutMapLines(ctx, caller, { filter, near, view })
        const undrawn = view ? 0 : await countUndrawnWorkouts(ctx, caller)
        const headers = {
          'content-type': LINES_TYPE,
          ...(undrawn > 0 && { [UNDRAWN_HEADER]: String(undrawn) }),
        }
        return new Response(presentMapLines(found), { headers })
      },
      { access: { scope: 'workouts:read' }, query: mapLinesQuery, detail: docs.listMapLines },
    )

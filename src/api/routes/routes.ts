import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { paginated } from '@/http/envelope'
import { paginationOf } from '@/http/pagination'
import { workoutParams } from '@/http/path-params'
import { parseFlag, parsePageRequest } from '@/http/query-params'
import { presentFrequentRoute, presentLength, presentOnRoute } from '@/present/route'
import { listOwnRoutes, listSameRoute } from '@/use-cases/workouts/list-routes'
import { DIRECTIONS, docs, PAGE_SIZES, routesQuery, sameRouteQuery } from './schema'

export const routeListRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/routes', tags: ['Workouts'] }).use(endpoints(ctx)).get(
    '',
    async ({ caller, query }) => {
      const page = parsePageRequest(query, PAGE_SIZES)
      const { rows, total } = await listOwnRoutes(ctx, caller, page)
      return paginated(
        { data: { routes: rows.map(presentFrequentRoute) } },
        paginationOf(page, total),
      )
    },
    { access: { scope: 'workouts:read' }, query: routesQuery, detail: docs.listRoutes },
  )

export const sameRouteRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/:workout_short_id', tags: ['Workouts'] }).use(endpoints(ctx)).get(
    '/same-route',
    async ({ visitor, params: { workout_short_id: workoutId }, query }) => {
      const page = parsePageRequest(query, PAGE_SIZES)
      const direction = DIRECTIONS.find((word) => word === query.direction)
      const anySport = parseFlag(query.any_sport)
      const request = { visitor, workoutId, anySport, direction }
      const { length, rows, total, ...sight } = await listSameRoute(ctx, request, page)
      const workouts = rows.map((row) => presentOnRoute(row, sight))
      const route = length === undefined ? null : { length: presentLength(length) }
      return paginated({ data: { route, workouts } }, paginationOf(page, total))
    },
    {
      optionalAccess: { scope: 'workouts:read' },
      params: workoutParams,
      query: sameRouteQuery,
      detail: docs.listSameRoute,
    },
  )

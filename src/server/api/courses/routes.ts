import { Elysia } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { paginationOf } from '@/server/http/parameters/pagination'
import { workoutParams } from '@/server/http/parameters/path-params'
import { parseFlag, parsePageRequest } from '@/server/http/parameters/query-params'
import { paginated } from '@/server/http/responses/envelope'
import {
  presentCourse,
  presentFrequentRoute,
  presentOnRoute,
} from '@/server/responses/workouts/course'
import type { AppContext } from '@/services/context'
import { listOwnCourses, listSameCourse } from '@/use-cases/workouts/read/list-courses'
import { DIRECTIONS, docs, PAGE_SIZES, routesQuery, sameRouteQuery } from './schema'

export const routeListRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/routes', tags: ['Workouts'] }).use(endpoints(ctx)).get(
    '',
    async ({ caller, query }) => {
      const page = parsePageRequest(query, PAGE_SIZES)
      const { rows, total } = await listOwnCourses(ctx, caller, page)
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
      const { rows, total, heartRate, ...course } = await listSameCourse(ctx, request, page)
      const workouts = rows.map((row) => presentOnRoute(row, { heartRate }))
      return paginated({ data: { workouts, ...presentCourse(course) } }, paginationOf(page, total))
    },
    {
      optionalAccess: { scope: 'workouts:read' },
      params: workoutParams,
      query: sameRouteQuery,
      detail: docs.listSameRoute,
    },
  )

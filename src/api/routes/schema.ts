import { t } from 'elysia'
import { pageAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { flagParam, pageParam, perPageParam, wordParam } from '@/http/query-params'
import { frequentRoute, sameRoute, sameRouteWorkout } from '@/present/route'
import { nullable } from '@/present/scalars'

export const PAGE_SIZES = { perPage: 20, most: 100 }

export const DIRECTIONS = ['same', 'opposite'] as const

export const routesQuery = t.Object({ page: pageParam, per_page: perPageParam(PAGE_SIZES) })

export const sameRouteQuery = t.Object({
  any_sport: flagParam('Also workouts of other sports.'),
  direction: wordParam(DIRECTIONS, 'Only one direction; both by default.'),
  page: pageParam,
  per_page: perPageParam(PAGE_SIZES),
})

/** What the API document tells of the routes. */
export const docs = operations({
  listRoutes: {
    summary: 'List own routes, the most frequent first',
    description:
      'Ways that were gone more than once. Workouts are sorted into routes while the server has nothing else to do.',
    answers: { 200: pageAnswer({ data: t.Object({ routes: t.Array(frequentRoute) }) }) },
  },
  listSameRoute: {
    summary: 'List the workouts on the route of a workout',
    description:
      'Those of the same person that went the same way, the newest first, this one included; of somebody else those whose maps the caller may see. The route is null where the workout is on none: it is too short, or not sorted yet.',
    answers: {
      200: pageAnswer({
        data: t.Object({ route: nullable(sameRoute), workouts: t.Array(sameRouteWorkout) }),
      }),
    },
    refusals: {
      404: 'The workout is not there, has no recording, or the caller may not see its map.',
    },
  },
})

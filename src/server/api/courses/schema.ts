import { t } from 'elysia'
import { operations } from '@/server/http/operation'
import { NO_MAP } from '@/server/http/parameters/path-params'
import {
  flagParam,
  pageParam,
  perPageParam,
  wordParam,
} from '@/server/http/parameters/query-params'
import { pageResponse } from '@/server/http/responses/envelope'
import { nullable } from '@/server/responses/fields'
import {
  courseRank,
  courseVisit,
  frequentRoute,
  sameRoute,
  sameRouteWorkout,
} from '@/server/responses/workouts/course'

export const PAGE_SIZES = { perPage: 20, max: 100 }

export const DIRECTIONS = ['same', 'opposite'] as const

export const routesQuery = t.Object({ page: pageParam, per_page: perPageParam(PAGE_SIZES) })

export const sameRouteQuery = t.Object({
  any_sport: flagParam('Include workouts of other sports.'),
  direction: wordParam(DIRECTIONS, 'Only one direction; both by default.'),
  page: pageParam,
  per_page: perPageParam(PAGE_SIZES),
})

/** Entries of the routes in the API document. */
export const docs = operations({
  listRoutes: {
    summary: "List the caller's courses, the most frequent first",
    description:
      'Courses that the caller has followed more than once. Workouts are assigned to courses while the server is idle.',
    responses: { 200: pageResponse({ data: t.Object({ routes: t.Array(frequentRoute) }) }) },
  },
  listSameRoute: {
    summary: 'List the workouts on the same course as a workout',
    description:
      "Workouts of the same user on the same course, newest first, including this one. Of another user's workouts, those whose maps the caller may see. `route` is null when the workout has no course: it is too short, or has not been assigned yet.",
    responses: {
      200: pageResponse({
        data: t.Object({
          route: nullable(sameRoute),
          workouts: t.Array(sameRouteWorkout),
          rank: t.Optional(courseRank),
          previous: t.Optional(courseVisit),
        }),
      }),
    },
    errors: {
      404: NO_MAP,
    },
  },
})

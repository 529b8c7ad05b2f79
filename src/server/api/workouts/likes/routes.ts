import { Elysia } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { paginationOf } from '@/server/http/parameters/pagination'
import { NO_WORKOUT, workoutParams } from '@/server/http/parameters/path-params'
import { pageQuery, parsePage } from '@/server/http/parameters/query-params'
import { likesResponse, workoutResponse } from '@/server/http/responses/common-responses'
import { ok, paginated } from '@/server/http/responses/envelope'
import { presentSeenUser } from '@/server/responses/accounts/compact-user'
import { presentWorkout } from '@/server/responses/workouts/workout'
import type { AppContext } from '@/services/context'
import {
  likeWorkout,
  listWorkoutLikes,
  unlikeWorkout,
} from '@/use-cases/workouts/write/like-workout'

const PER_PAGE = 10

const docs = operations({
  likeWorkout: {
    summary: 'Like a workout',
    description: 'Liking it again changes nothing. The owner is notified. Returns the workout.',
    responses: { 200: workoutResponse },
    errors: { 404: NO_WORKOUT },
  },
  unlikeWorkout: {
    summary: 'Unlike a workout',
    responses: { 200: workoutResponse },
    errors: { 404: NO_WORKOUT },
  },
  listWorkoutLikes: {
    summary: 'List the users who like a workout',
    description: 'Ten per page, newest like first.',
    responses: { 200: likesResponse },
    errors: { 404: NO_WORKOUT },
  },
})

export const workoutLikeRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/:workout_short_id', tags: ['Workouts'] })
    .use(endpoints(ctx))
    .post(
      '/like',
      async ({ caller, params, dialect }) => {
        const view = await likeWorkout(ctx, caller, params.workout_short_id)
        return ok({ data: { workouts: [presentWorkout(view, dialect)] } })
      },
      { access: { scope: 'workouts:write' }, params: workoutParams, detail: docs.likeWorkout },
    )
    .post(
      '/like/undo',
      async ({ caller, params, dialect }) => {
        const view = await unlikeWorkout(ctx, caller, params.workout_short_id)
        return ok({ data: { workouts: [presentWorkout(view, dialect)] } })
      },
      { access: { scope: 'workouts:write' }, params: workoutParams, detail: docs.unlikeWorkout },
    )
    .get(
      '/likes',
      async ({ visitor, params, query }) => {
        const page = { page: parsePage(query.page), perPage: PER_PAGE }
        const shortId = params.workout_short_id
        const { users, total } = await listWorkoutLikes(ctx, visitor, { shortId, ...page })
        return paginated({ data: { likes: users.map(presentSeenUser) } }, paginationOf(page, total))
      },
      {
        optionalAccess: { scope: 'workouts:read' },
        params: workoutParams,
        query: pageQuery,
        detail: docs.listWorkoutLikes,
      },
    )

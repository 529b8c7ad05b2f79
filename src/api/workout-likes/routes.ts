import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok, paginated } from '@/http/envelope'
import { paginationOf } from '@/http/pagination'
import { parsePage } from '@/http/query-params'
import { presentSeenUser } from '@/present/compact-user'
import { presentWorkout } from '@/present/workout'
import { likeWorkout, listWorkoutLikes, unlikeWorkout } from '@/use-cases/workouts/like-workout'

const workoutParams = t.Object({ workout_short_id: t.String() })
const likesQuery = t.Object({ page: t.Optional(t.String()) })

const PER_PAGE = 10

export const workoutLikeRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/:workout_short_id' })
    .use(endpoints(ctx))
    .post(
      '/like',
      async ({ caller, params, wire }) => {
        const view = await likeWorkout(ctx, caller, params.workout_short_id)
        return ok({ data: { workouts: [presentWorkout(view, wire)] } })
      },
      { access: { scope: 'workouts:write' }, params: workoutParams },
    )
    .post(
      '/like/undo',
      async ({ caller, params, wire }) => {
        const view = await unlikeWorkout(ctx, caller, params.workout_short_id)
        return ok({ data: { workouts: [presentWorkout(view, wire)] } })
      },
      { access: { scope: 'workouts:write' }, params: workoutParams },
    )
    .get(
      '/likes',
      async ({ visitor, params, query }) => {
        const page = { page: parsePage(query.page), perPage: PER_PAGE }
        const shortId = params.workout_short_id
        const { users, total } = await listWorkoutLikes(ctx, visitor, { shortId, ...page })
        return paginated({ data: { likes: users.map(presentSeenUser) } }, paginationOf(page, total))
      },
      { optionalAccess: { scope: 'workouts:read' }, params: workoutParams, query: likesQuery },
    )

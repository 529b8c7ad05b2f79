import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok, okAnswer, pageAnswer, paginated } from '@/http/envelope'
import { operations } from '@/http/operation'
import { paginationOf } from '@/http/pagination'
import { NO_WORKOUT, workoutParams } from '@/http/path-params'
import { pageQuery, parsePage } from '@/http/query-params'
import { presentSeenUser, seenUser } from '@/present/compact-user'
import { presentWorkout, workout } from '@/present/workout'
import { likeWorkout, listWorkoutLikes, unlikeWorkout } from '@/use-cases/workouts/like-workout'

const PER_PAGE = 10

const liked = okAnswer({ data: t.Object({ workouts: t.Array(workout) }) })
/** What the API document tells of the routes. */
const docs = operations({
  likeWorkout: {
    summary: 'Like a workout',
    description: 'Once; the owner is told. Answers the workout.',
    answers: { 200: liked },
    refusals: { 404: NO_WORKOUT },
  },
  unlikeWorkout: {
    summary: 'Take a like of a workout back',
    answers: { 200: liked },
    refusals: { 404: NO_WORKOUT },
  },
  listWorkoutLikes: {
    summary: 'List who likes a workout',
    description: 'Ten on a page, the newest like first.',
    answers: { 200: pageAnswer({ data: t.Object({ likes: t.Array(seenUser) }) }) },
    refusals: { 404: NO_WORKOUT },
  },
})

export const workoutLikeRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/:workout_short_id', tags: ['Workouts'] })
    .use(endpoints(ctx))
    .post(
      '/like',
      async ({ caller, params, wire }) => {
        const view = await likeWorkout(ctx, caller, params.workout_short_id)
        return ok({ data: { workouts: [presentWorkout(view, wire)] } })
      },
      { access: { scope: 'workouts:write' }, params: workoutParams, detail: docs.likeWorkout },
    )
    .post(
      '/like/undo',
      async ({ caller, params, wire }) => {
        const view = await unlikeWorkout(ctx, caller, params.workout_short_id)
        return ok({ data: { workouts: [presentWorkout(view, wire)] } })
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

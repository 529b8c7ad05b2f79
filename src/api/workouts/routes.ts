import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { created, noContent, ok, paginated } from '@/http/envelope'
import { paginationOf } from '@/http/pagination'
import { parseFlag, parsePageRequest } from '@/http/query-params'
import { presentWorkout, presentWorkoutInList } from '@/present/workout'
import { enterWorkout } from './enter'
import { manualEntry, workoutListQuery, workoutParams } from './schema'
import { getWorkout, listWorkouts, removeWorkout } from './service'

const PAGE_SIZES = { perPage: 5, most: 100 }

export const workoutRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts' })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query, wire }) => {
        const page = parsePageRequest(query, PAGE_SIZES)
        const withEquipments = parseFlag(query.return_equipments)
        const { views, total } = await listWorkouts(ctx, caller, { ...page, withEquipments })
        const workouts = views.map((view) => presentWorkoutInList(view, wire))
        return paginated({ data: { workouts } }, paginationOf(page, total))
      },
      { access: { scope: 'workouts:read' }, query: workoutListQuery },
    )
    .post(
      '/no_gpx',
      async ({ caller, body, wire, status }) => {
        const view = await enterWorkout(ctx, caller, body)
        return status(201, created({ data: { workouts: [presentWorkout(view, wire)] } }))
      },
      { access: { scope: 'workouts:write' }, body: manualEntry },
    )
    .get(
      '/:workout_short_id',
      async ({ visitor, params, wire }) => {
        const view = await getWorkout(ctx, visitor, params.workout_short_id)
        return ok({ data: { workouts: [presentWorkout(view, wire)] } })
      },
      { optionalAccess: { scope: 'workouts:read' }, params: workoutParams },
    )
    .delete(
      '/:workout_short_id',
      async ({ caller, params }) => {
        await removeWorkout(ctx, caller, params.workout_short_id)
        return noContent()
      },
      { access: { scope: 'workouts:write' }, params: workoutParams },
    )

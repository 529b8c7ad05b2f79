import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { created, noContent, ok, paginated } from '@/http/envelope'
import { paginationOf } from '@/http/pagination'
import { parseFlag, parsePageRequest } from '@/http/query-params'
import { elevationSourceNamed, type Wire } from '@/present/dialect'
import { presentStatistics } from '@/present/list-statistics'
import { presentWorkoutInList } from '@/present/listed-workout'
import { presentSuspendedWorkout } from '@/present/suspended-workout'
import { presentWorkout } from '@/present/workout'
import { presentFeatures } from '@/present/workout-map'
import { editWorkout } from '@/use-cases/workouts/edit-workout'
import { enterWorkout } from '@/use-cases/workouts/enter-workout'
import { listStarts, listWorkoutLines } from '@/use-cases/workouts/list-workout-lines'
import { listWorkouts } from '@/use-cases/workouts/list-workouts'
import { readListRequest } from '@/use-cases/workouts/read-list-request'
import { getWorkout } from '@/use-cases/workouts/read-workout'
import { refreshWorkout } from '@/use-cases/workouts/refresh-workout'
import { removeWorkout } from '@/use-cases/workouts/remove-workout'
import {
  anyBody,
  globalMapQuery,
  manualEntry,
  readWorkoutChanges,
  workoutFilterQuery,
  workoutListQuery,
  workoutParams,
} from './schema'

const PAGE_SIZES = { perPage: 5, most: 100 }

const editOf = (shortId: string, body: unknown) => ({
  shortId,
  changes: readWorkoutChanges(body),
  sourceNamed: elevationSourceNamed,
})

export const workoutRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts' })
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
      { access: { scope: 'workouts:read' }, query: workoutListQuery },
    )
    .get(
      '/collection',
      async ({ caller, query }) => {
        const page = parsePageRequest(query, PAGE_SIZES)
        const request = { ...page, ...readListRequest(query, caller.timezone) }
        const { drawn, total } = await listWorkoutLines(ctx, caller, request)
        return paginated({ data: presentFeatures(drawn) }, paginationOf(page, total))
      },
      { access: { scope: 'workouts:read' }, query: workoutFilterQuery },
    )
    .get(
      '/global-map',
      async ({ caller, query }) => {
        const { drawn, limitExceeded } = await listStarts(ctx, caller, query)
        return ok({ data: { ...presentFeatures(drawn), limit_exceeded: limitExceeded } })
      },
      { access: { scope: 'workouts:read' }, query: globalMapQuery },
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
        const found = await getWorkout(ctx, visitor, params.workout_short_id)
        return ok({ data: { workouts: [presentFound(found, wire)] } })
      },
      { optionalAccess: { scope: 'workouts:read' }, params: workoutParams },
    )
    .patch(
      '/:workout_short_id',
      async ({ caller, params, body, wire }) => {
        const view = await editWorkout(ctx, caller, editOf(params.workout_short_id, body))
        return ok({ data: { workouts: [presentWorkout(view, wire)] } })
      },
      { access: { scope: 'workouts:write' }, params: workoutParams, body: anyBody },
    )
    .post(
      '/:workout_short_id/refresh',
      async ({ caller, params, wire }) => {
        const view = await refreshWorkout(ctx, caller, params.workout_short_id)
        return ok({ data: { workouts: [presentWorkout(view, wire)] } })
      },
      { access: { scope: 'workouts:write' }, params: workoutParams },
    )
    .delete(
      '/:workout_short_id',
      async ({ caller, params }) => {
        await removeWorkout(ctx, caller, params.workout_short_id)
        return noContent()
      },
      { access: { scope: 'workouts:write' }, params: workoutParams },
    )

const presentFound = (found: Awaited<ReturnType<typeof getWorkout>>, wire: Wire) =>
  found.seen === 'whole'
    ? presentWorkout(found.view, wire)
    : presentSuspendedWorkout(found.view, wire)

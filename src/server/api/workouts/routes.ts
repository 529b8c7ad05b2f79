import { Elysia } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { repeatable } from '@/server/http/idempotency'
import { findIgnoredKeys, reportIgnoredKeys } from '@/server/http/ignored-keys'
import { workoutParams } from '@/server/http/parameters/path-params'
import { parseFlag } from '@/server/http/parameters/query-params'
import { created, noContent, ok } from '@/server/http/responses/envelope'
import { type DialectFormat, findElevationSource } from '@/server/responses/dialect'
import { presentSuspendedWorkout } from '@/server/responses/workouts/suspended-workout'
import { presentWorkout } from '@/server/responses/workouts/workout'
import type { AppContext } from '@/services/context'
import { refreshWorkout } from '@/use-cases/workouts/measure/refresh-workout'
import { getWorkout } from '@/use-cases/workouts/read/read-workout'
import { enterWorkout } from '@/use-cases/workouts/write/create-manual-workout'
import { deleteOwnWorkout } from '@/use-cases/workouts/write/delete-workout'
import { editWorkout } from '@/use-cases/workouts/write/edit-workout'
import { openRunOnce } from '@/use-cases/workouts/write/run-once'
import { deletionQuery, docs, manualEntry, readWorkoutChanges, workoutEdit } from './schema'

const parseEdit = (shortId: string, body: unknown) => ({
  shortId,
  changes: readWorkoutChanges(body),
  findSource: findElevationSource,
})

export const workoutRoutes = (ctx: AppContext) => {
  const runOnce = openRunOnce(ctx)
  return new Elysia({ prefix: '/workouts', tags: ['Workouts'] })
    .use(endpoints(ctx))
    .post(
      '/no_gpx',
      async ({ caller, request, body, dialect, set, status }) => {
        reportIgnoredKeys(set, findIgnoredKeys(body))
        const once = repeatable(caller, request, { isRepeatable: false })
        const response = await runOnce(once, async () => {
          const view = await enterWorkout(ctx, caller, body)
          return {
            status: 201,
            body: created({ data: { workouts: [presentWorkout(view, dialect)] } }),
          }
        })
        return status(201, response.body)
      },
      { access: { scope: 'workouts:write' }, body: manualEntry, detail: docs.enterWorkout },
    )
    .get(
      '/:workout_short_id',
      async ({ visitor, params, dialect }) => {
        const found = await getWorkout(ctx, visitor, params.workout_short_id)
        return ok({ data: { workouts: [presentWorkoutView(found, dialect)] } })
      },
      {
        optionalAccess: { scope: 'workouts:read' },
        params: workoutParams,
        detail: docs.getWorkout,
      },
    )
    .patch(
      '/:workout_short_id',
      async ({ caller, params, body, dialect }) => {
        const view = await editWorkout(ctx, caller, parseEdit(params.workout_short_id, body))
        return ok({ data: { workouts: [presentWorkout(view, dialect)] } })
      },
      {
        access: { scope: 'workouts:write' },
        params: workoutParams,
        body: workoutEdit,
        detail: docs.editWorkout,
      },
    )
    .use(maintenanceRoutes(ctx))
}

/** Analysing a workout again, and deleting it. */
const maintenanceRoutes = (ctx: AppContext) =>
  new Elysia({ tags: ['Workouts'] })
    .use(endpoints(ctx))
    .post(
      '/:workout_short_id/refresh',
      async ({ caller, params, dialect }) => {
        const view = await refreshWorkout(ctx, caller, params.workout_short_id)
        return ok({ data: { workouts: [presentWorkout(view, dialect)] } })
      },
      { access: { scope: 'workouts:write' }, params: workoutParams, detail: docs.refreshWorkout },
    )
    .delete(
      '/:workout_short_id',
      async ({ caller, params, query }) => {
        const { workout_short_id: shortId } = params
        await deleteOwnWorkout(ctx, caller, { shortId, withEvent: parseFlag(query.event) })
        return noContent()
      },
      {
        access: { scope: 'workouts:write' },
        params: workoutParams,
        query: deletionQuery,
        detail: docs.deleteWorkout,
      },
    )

const presentWorkoutView = (
  found: Awaited<ReturnType<typeof getWorkout>>,
  dialect: DialectFormat,
) =>
  found.seen === 'whole'
    ? presentWorkout(found.view, dialect)
    : presentSuspendedWorkout(found.view, dialect)

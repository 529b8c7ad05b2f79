import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { created, noContent, ok } from '@/http/envelope'
import { workoutParams } from '@/http/path-params'
import { elevationSourceNamed, type Wire } from '@/present/dialect'
import { presentSuspendedWorkout } from '@/present/suspended-workout'
import { presentWorkout } from '@/present/workout'
import { editWorkout } from '@/use-cases/workouts/edit-workout'
import { enterWorkout } from '@/use-cases/workouts/enter-workout'
import { getWorkout } from '@/use-cases/workouts/read-workout'
import { refreshWorkout } from '@/use-cases/workouts/refresh-workout'
import { removeWorkout } from '@/use-cases/workouts/remove-workout'
import { docs, manualEntry, readWorkoutChanges, workoutEdit } from './schema'

const editOf = (shortId: string, body: unknown) => ({
  shortId,
  changes: readWorkoutChanges(body),
  sourceNamed: elevationSourceNamed,
})

export const workoutRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts', tags: ['Workouts'] })
    .use(endpoints(ctx))
    .post(
      '/no_gpx',
      async ({ caller, body, wire, status }) => {
        const view = await enterWorkout(ctx, caller, body)
        return status(201, created({ data: { workouts: [presentWorkout(view, wire)] } }))
      },
      { access: { scope: 'workouts:write' }, body: manualEntry, detail: docs.enterWorkout },
    )
    .get(
      '/:workout_short_id',
      async ({ visitor, params, wire }) => {
        const found = await getWorkout(ctx, visitor, params.workout_short_id)
        return ok({ data: { workouts: [presentFound(found, wire)] } })
      },
      {
        optionalAccess: { scope: 'workouts:read' },
        params: workoutParams,
        detail: docs.getWorkout,
      },
    )
    .patch(
      '/:workout_short_id',
      async ({ caller, params, body, wire }) => {
        const view = await editWorkout(ctx, caller, editOf(params.workout_short_id, body))
        return ok({ data: { workouts: [presentWorkout(view, wire)] } })
      },
      {
        access: { scope: 'workouts:write' },
        params: workoutParams,
        body: workoutEdit,
        detail: docs.editWorkout,
      },
    )
    .post(
      '/:workout_short_id/refresh',
      async ({ caller, params, wire }) => {
        const view = await refreshWorkout(ctx, caller, params.workout_short_id)
        return ok({ data: { workouts: [presentWorkout(view, wire)] } })
      },
      { access: { scope: 'workouts:write' }, params: workoutParams, detail: docs.refreshWorkout },
    )
    .delete(
      '/:workout_short_id',
      async ({ caller, params }) => {
        await removeWorkout(ctx, caller, params.workout_short_id)
        return noContent()
      },
      { access: { scope: 'workouts:write' }, params: workoutParams, detail: docs.deleteWorkout },
    )

const presentFound = (found: Awaited<ReturnType<typeof getWorkout>>, wire: Wire) =>
  found.seen === 'whole'
    ? presentWorkout(found.view, wire)
    : presentSuspendedWorkout(found.view, wire)

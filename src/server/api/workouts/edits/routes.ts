import { Elysia } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { workoutParams } from '@/server/http/parameters/path-params'
import { parseFlag } from '@/server/http/parameters/query-params'
import { ok } from '@/server/http/responses/envelope'
import { presentEditPreview, presentEdits } from '@/server/responses/workouts/edits'
import { presentWorkout } from '@/server/responses/workouts/workout'
import type { AppContext } from '@/services/context'
import { undoEdits } from '@/use-cases/workouts/edits/edit-recording'
import { listEdits } from '@/use-cases/workouts/edits/list-edits'
import { previewEdits } from '@/use-cases/workouts/edits/preview-edits'
import { addEdits } from '@/use-cases/workouts/edits/split-recording'
import { docs, editBody, undoQuery } from './schema'

export const workoutEditRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/:workout_short_id/edits', tags: ['Recordings'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, params }) =>
        ok({ data: presentEdits(await listEdits(ctx, caller, params.workout_short_id)) }),
      { access: { scope: 'workouts:read' }, params: workoutParams, detail: docs.listEdits },
    )
    .post(
      '/preview',
      async ({ caller, params, body, dialect }) => {
        const request = { shortId: params.workout_short_id, edits: body.edits }
        const preview = await previewEdits(ctx, caller, request)
        return ok({ data: { preview: presentEditPreview(preview, dialect) } })
      },
      {
        access: { scope: 'workouts:write' },
        params: workoutParams,
        body: editBody,
        detail: docs.previewEdits,
      },
    )
    .post(
      '',
      async ({ caller, params, body, dialect }) => {
        const request = { shortId: params.workout_short_id, edits: body.edits }
        const views = await addEdits(ctx, caller, request)
        return ok({ data: { workouts: views.map((view) => presentWorkout(view, dialect)) } })
      },
      {
        access: { scope: 'workouts:write' },
        params: workoutParams,
        body: editBody,
        detail: docs.editRecording,
      },
    )
    .delete(
      '',
      async ({ caller, params, query, dialect }) => {
        const request = { shortId: params.workout_short_id, all: parseFlag(query.all) }
        const view = await undoEdits(ctx, caller, request)
        return ok({ data: { workouts: [presentWorkout(view, dialect)] } })
      },
      {
        access: { scope: 'workouts:write' },
        params: workoutParams,
        query: undoQuery,
        detail: docs.undoEdits,
      },
    )

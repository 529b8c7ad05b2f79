import { Elysia } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { NO_RECORDING, workoutParams } from '@/server/http/parameters/path-params'
import {
  DOWNLOAD_ERRORS,
  downloadResponses,
  sendDownload,
  sendGenerated,
} from '@/server/http/responses/download'
import type { AppContext } from '@/services/context'
import {
  type FoundRecording,
  getGpx,
  getOriginal,
} from '@/use-cases/workouts/read/download-recording'

const send = (request: Request, found: FoundRecording) =>
  'chunks' in found ? sendGenerated(request, found) : sendDownload(request, found)

const docs = operations({
  downloadOriginal: {
    summary: "Download the recording of one of the caller's workouts as uploaded",
    responses: downloadResponses(
      '*/*',
      'The file; its name and media type are those of its format.',
    ),
    errors: { 404: NO_RECORDING, ...DOWNLOAD_ERRORS },
  },
  downloadGpx: {
    summary: "Download the recording of one of the caller's workouts as GPX",
    description: 'The original if it is GPX, otherwise generated from its points.',
    responses: downloadResponses(
      'application/gpx+xml',
      'GPX 1.1. Conditions and ranges apply to originals only.',
    ),
    errors: { 404: NO_RECORDING, ...DOWNLOAD_ERRORS },
  },
})

export const workoutFileRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/:workout_short_id', tags: ['Recordings'] })
    .use(endpoints(ctx))
    .get(
      '/original/download',
      async ({ caller, params, request }) =>
        send(request, await getOriginal(ctx, caller, params.workout_short_id)),
      { access: { scope: 'workouts:read' }, params: workoutParams, detail: docs.downloadOriginal },
    )
    .get(
      '/gpx/download',
      async ({ caller, params, request }) =>
        send(request, await getGpx(ctx, caller, params.workout_short_id)),
      { access: { scope: 'workouts:read' }, params: workoutParams, detail: docs.downloadGpx },
    )

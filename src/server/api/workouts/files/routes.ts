import { Elysia } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { bytes, operations } from '@/server/http/operation'
import { NO_RECORDING, workoutParams } from '@/server/http/parameters/path-params'
import { takesGzip } from '@/server/http/responses/compression'
import type { AppContext } from '@/services/context'
import { type Download, getGpx, getOriginal } from '@/use-cases/workouts/read/download-recording'

/**
 * A download. The server chooses the names, which need no quoting. Files that are stored compressed are sent compressed
 * to clients that accept gzip.
 */
function attachment({ headers: asked }: Request, download: Download): Response {
  const headers = {
    'content-type': download.type,
    'content-disposition': `attachment; filename="${download.name}"`,
  }
  if ('chunks' in download) return new Response(streamOf(download.chunks), { headers })
  const file = Bun.file(download.path)
  if (!download.isGzipped) return new Response(file, { headers })
  if (takesGzip(asked.get('accept-encoding')))
    return new Response(file, { headers: { ...headers, ...VARIES, 'content-encoding': 'gzip' } })
  const unpacked = file.stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(unpacked, { headers: { ...headers, ...VARIES } })
}

const VARIES = { vary: 'accept-encoding' }

/** Streams texts one after the other, as fast as the client reads them. */
function streamOf(chunks: Iterator<string>): ReadableStream {
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: (controller) => {
      const { value, done } = chunks.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
  })
}

const docs = operations({
  downloadOriginal: {
    summary: "Download the recording of one of the caller's workouts as uploaded",
    responses: {
      200: bytes('*/*', 'The file; its name and media type are those of its format.'),
    },
    errors: { 404: NO_RECORDING },
  },
  downloadGpx: {
    summary: "Download the recording of one of the caller's workouts as GPX",
    description: 'The original if it is GPX, otherwise generated from its points.',
    responses: { 200: bytes('application/gpx+xml', 'GPX 1.1.') },
    errors: { 404: NO_RECORDING },
  },
})

export const workoutFileRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/:workout_short_id', tags: ['Recordings'] })
    .use(endpoints(ctx))
    .get(
      '/original/download',
      async ({ caller, params, request }) =>
        attachment(request, await getOriginal(ctx, caller, params.workout_short_id)),
      { access: { scope: 'workouts:read' }, params: workoutParams, detail: docs.downloadOriginal },
    )
    .get(
      '/gpx/download',
      async ({ caller, params, request }) =>
        attachment(request, await getGpx(ctx, caller, params.workout_short_id)),
      { access: { scope: 'workouts:read' }, params: workoutParams, detail: docs.downloadGpx },
    )

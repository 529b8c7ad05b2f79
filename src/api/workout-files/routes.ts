import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { bytes, operations } from '@/http/operation'
import { NO_RECORDING, workoutParams } from '@/http/path-params'
import { takesGzip } from '@/http/transfer'
import { type Download, getGpx, getOriginal } from '@/use-cases/workouts/download-recording'

/**
 * An answer that browsers save. Names are made by the server: nothing in them needs quoting. What is kept packed is sent
 * like that to clients that take gzip.
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

/** Sends texts one after the other, as fast as they are taken. */
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

/** What the API document tells of the routes. */
const docs = operations({
  downloadOriginal: {
    summary: 'Download the recording of an own workout as it was uploaded',
    answers: {
      200: bytes('*/*', 'The file; its name and media type are those of its format.'),
    },
    refusals: { 404: NO_RECORDING },
  },
  downloadGpx: {
    summary: 'Download the recording of an own workout as GPX',
    description: 'The original if it is GPX, else made of its points.',
    answers: { 200: bytes('application/gpx+xml', 'GPX 1.1.') },
    refusals: { 404: NO_RECORDING },
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

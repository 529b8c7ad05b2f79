import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { type Download, getGpx, getOriginal } from '@/use-cases/workouts/download-recording'

const workoutParams = t.Object({ workout_short_id: t.String() })

/** An answer that browsers save. Names are made by the server: nothing in them needs quoting. */
function attachment(download: Download): Response {
  const headers = {
    'content-type': download.type,
    'content-disposition': `attachment; filename="${download.name}"`,
  }
  const body = 'path' in download ? Bun.file(download.path) : streamOf(download.chunks)
  return new Response(body, { headers })
}

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

export const workoutFileRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/:workout_short_id' })
    .use(endpoints(ctx))
    .get(
      '/original/download',
      async ({ caller, params }) =>
        attachment(await getOriginal(ctx, caller, params.workout_short_id)),
      { access: { scope: 'workouts:read' }, params: workoutParams },
    )
    .get(
      '/gpx/download',
      async ({ caller, params }) => attachment(await getGpx(ctx, caller, params.workout_short_id)),
      { access: { scope: 'workouts:read' }, params: workoutParams },
    )

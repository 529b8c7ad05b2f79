import { Elysia, t } from 'elysia'
import { formatHttpDate } from '@/lib/time/http-date'
import { endpoints } from '@/server/http/endpoints'
import { operations, taggedBytes } from '@/server/http/operation'
import { sendTagged } from '@/server/http/responses/compression'
import type { AppContext } from '@/services/context'
import { getMapImage } from '@/use-cases/workouts/read/get-map-image'

const mapParams = t.Object({ map_id: t.String({ description: '`map` of the workout.' }) })

const docs = operations({
  getMapImage: {
    summary: 'Get the map image of a workout',
    description:
      'Needs no token, so that pages can show it: the id, `map` of a workout, is secret. The image is drawn on the first request, or earlier while the server is idle; tiles that could not be fetched are added later. Has an entity tag; not counted by rate limits. The image `null` is empty.',
    responses: {
      200: taggedBytes('image/png', 'The image.'),
    },
    errors: {
      404: 'No workout has such an image.',
      503: 'Too many images are being drawn.',
    },
  },
})

/** What FitTrackee's web client requests for a workout with a recording but without a map. */
const NO_MAP = 'null'
/** An image of one transparent pixel. */
const EMPTY_IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII=',
  'base64',
)

/** Map images of workouts, by a secret id: for a workout that was never hidden, a digest of its line. */
export const mapImageRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/map', tags: ['Recordings'] }).use(endpoints(ctx)).get(
    '/:map_id',
    async ({ params: { map_id: mapId }, request }) => {
      if (mapId === NO_MAP)
        return new Response(EMPTY_IMAGE, { headers: { 'content-type': 'image/png' } })
      const { path, modifiedAt, isComplete } = await getMapImage(ctx, mapId)
      const etag = isComplete ? `"${mapId}"` : `"${mapId}-${modifiedAt}"`
      const headers = {
        etag,
        'cache-control': 'private, no-cache',
        'last-modified': formatHttpDate(modifiedAt),
        'content-type': 'image/png',
        'content-disposition': 'inline',
      }
      return sendTagged(request, { path, headers, modifiedAt })
    },
    { publicAccess: true, params: mapParams, detail: docs.getMapImage },
  )

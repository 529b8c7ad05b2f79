import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { bytes, operations } from '@/http/operation'
import { sendTagged } from '@/http/transfer'
import { httpDate } from '@/lib/http-date'
import { getMapImage } from '@/use-cases/workouts/get-map-image'

const mapParams = t.Object({ map_id: t.String({ description: '`map` of the workout.' }) })

/** What the API document tells of the routes. */
const docs = operations({
  getMapImage: {
    summary: 'Read the map image of a workout',
    description:
      'Needs no token, so that pages can show it: whoever knows the id, `map` of a workout, may see it. It is drawn when it is asked for first, or before when the server has nothing else to do; tiles that could not be had then come later. Has an entity tag; not counted by rate limits.',
    answers: {
      200: bytes('image/png', 'The image.'),
      304: { empty: 'The image is still the one of `if-none-match`.' },
    },
    refusals: {
      404: 'No workout has such an image.',
      503: 'Too many images are being drawn.',
    },
  },
})

/** Map images of workouts, found by an id that is secret: of a workout that was never hidden, a digest of its line. */
export const mapImageRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/map', tags: ['Recordings'] }).use(endpoints(ctx)).get(
    '/:map_id',
    async ({ params: { map_id: mapId }, request }) => {
      const { path, modifiedAt, isComplete } = await getMapImage(ctx, mapId)
      const etag = isComplete ? `"${mapId}"` : `"${mapId}-${modifiedAt}"`
      const headers = {
        etag,
        'cache-control': 'private, no-cache',
        'last-modified': httpDate(modifiedAt),
        'content-type': 'image/png',
        'content-disposition': 'inline',
      }
      return sendTagged(request, path, headers)
    },
    { publicAccess: true, params: mapParams, detail: docs.getMapImage },
  )

import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { bytes, operations } from '@/http/operation'
import { findTile } from '@/use-cases/instance/find-tile'
import { tileParams } from './schema'

const HTTP_GATEWAY_TIMEOUT = 504

/** What the API document tells of the routes. */
const docs = operations({
  getMapTile: {
    summary: 'Read a tile of the map',
    description: 'From the configured tile server, kept for a while. Not counted by rate limits.',
    answers: { 200: bytes('image/png', 'The tile.') },
    refusals: {
      404: 'The path is none of a tile.',
      504: { when: 'The tile server does not answer.', empty: true },
    },
  },
})

/** Map tiles through this server, so that the tile server never sees who looks at which map. */
export const mapTileRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/map_tile', tags: ['Places'] })
    .use(endpoints(ctx))
    .get(
      '/:s/:z/:x/:y',
      async ({ params: { s, z, x, y } }) =>
        toResponse(
          await findTile(ctx, s, { z: Number(z), x: Number(x), y: Number.parseInt(y, 10) }),
        ),
      { publicAccess: true, params: tileParams, detail: docs.getMapTile },
    )

function toResponse(answer: Awaited<ReturnType<typeof findTile>>): Response {
  if (!answer) return new Response(null, { status: HTTP_GATEWAY_TIMEOUT })
  const { status, type, bytes } = answer
  return new Response(bytes, {
    status,
    headers: {
      'content-type': type,
      'cache-control': status === 200 ? 'public, max-age=604800' : 'no-store',
    },
  })
}

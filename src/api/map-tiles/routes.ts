import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { clientNetwork } from '@/http/client-address'
import { endpoints } from '@/http/endpoints'
import { bytes, operations } from '@/http/operation'
import { findTile } from '@/use-cases/instance/find-tile'

const tileParams = t.Object({
  s: t.String({
    pattern: '^[A-Za-z0-9_-]{1,32}$',
    description: 'Stands for `{s}` in the configured address: a subdomain, often `a`, `b` or `c`.',
  }),
  z: t.String({ pattern: '^(1?\\d|20)$', description: 'Zoom, 20 at most.' }),
  x: t.String({ pattern: '^\\d{1,10}$', description: 'Column.' }),
  y: t.String({ pattern: '^\\d{1,10}\\.png$', description: 'Row, with the ending `.png`.' }),
})

const HTTP_GATEWAY_TIMEOUT = 504

/** What the API document tells of the routes. */
const docs = operations({
  getMapTile: {
    summary: 'Read a tile of the map',
    description:
      'From the configured tile server, kept for a while. Not counted by rate limits; who has too many fetched that are not kept is refused. A refusal of the tile server is passed on without its text.',
    answers: { 200: bytes('image/png', 'The tile, as PNG, JPEG or WebP.') },
    refusals: {
      404: 'The path is none of a tile.',
      429: 'Too many tiles; `retry-after` says in how many seconds to try again.',
      502: { when: 'The tile server answers something that is no image.', empty: true },
      504: { when: 'The tile server does not answer.', empty: true },
    },
  },
})

/** Map tiles through this server, so that the tile server never sees who looks at which map. */
export const mapTileRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/map_tile', tags: ['Places'] }).use(endpoints(ctx)).get(
    '/:s/:z/:x/:y',
    async ({ params: { s, z, x, y }, request }) =>
      toResponse(
        await findTile(ctx, {
          tile: { z: Number(z), x: Number(x), y: Number.parseInt(y, 10) },
          subdomain: s,
          address: clientNetwork(ctx, request),
        }),
      ),
    { publicAccess: true, params: tileParams, detail: docs.getMapTile },
  )

function toResponse(answer: Awaited<ReturnType<typeof findTile>>): Response {
  if (!answer?.bytes) return new Response(null, { status: answer?.status ?? HTTP_GATEWAY_TIMEOUT })
  return new Response(answer.bytes, {
    headers: { 'content-type': answer.type, 'cache-control': 'public, max-age=604800' },
  })
}

import { Elysia, t } from 'elysia'
import { entityTag } from '@/lib/network/entity-tag'
import { clientNetwork } from '@/server/http/client-address'
import { endpoints } from '@/server/http/endpoints'
import { operations, taggedBytes } from '@/server/http/operation'
import { isKnown, notModified, takesGzip } from '@/server/http/responses/compression'
import type { AppContext } from '@/services/context'
import { findTile } from '@/use-cases/instance/find-tile'

const tileParams = t.Object({
  s: t.String({
    pattern: '^[A-Za-z0-9_-]{1,32}$',
    description: 'The value of `{s}` in the configured URL: a subdomain, often `a`, `b` or `c`.',
  }),
  z: t.String({ pattern: '^(1?\\d|20)$', description: 'Zoom level, 20 at most.' }),
  x: t.String({ pattern: '^\\d{1,10}$', description: 'Column.' }),
  y: t.String({
    pattern: '^\\d{1,10}\\.(png|mvt)$',
    description: 'Row, with the extension `.png`, or `.mvt` for a vector tile.',
  }),
})

const HTTP_GATEWAY_TIMEOUT = 504
const VECTOR_TYPE = 'application/vnd.mapbox-vector-tile'

const docs = operations({
  getMapTile: {
    summary: 'Get a map tile',
    description:
      'From the map file of this server, or from the configured tile server, cached for some time. `map_tiles` of the configuration says which tiles there are. Not counted by rate limits, but clients that request too many uncached tiles are rejected. Errors of the tile server are passed on without their text.',
    responses: {
      200: taggedBytes(
        'image/png',
        'The tile, as PNG, JPEG or WebP; with `.mvt` as `application/vnd.mapbox-vector-tile`.',
      ),
    },
    errors: {
      404: 'The path is not that of a tile, or there is no such tile.',
      429: 'Too many tiles; `retry-after` says in how many seconds to try again.',
      502: { when: 'The response of the tile server is not an image.', empty: true },
      503: 'Too many vector tiles are being drawn as images.',
      504: { when: 'The tile server does not respond.', empty: true },
    },
  },
})

/** Map tiles. Requests go through this server so that the tile server does not see who looks at which map. */
export const mapTileRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/map_tile', tags: ['Places'] }).use(endpoints(ctx)).get(
    '/:s/:z/:x/:y',
    async ({ params: { s, z, x, y }, request }) =>
      toResponse(
        request,
        await findTile(ctx, {
          tile: { z: Number(z), x: Number(x), y: Number.parseInt(y, 10) },
          kind: y.endsWith('.mvt') ? 'vector' : 'raster',
          acceptsGzip: takesGzip(request.headers.get('accept-encoding')),
          subdomain: s,
          address: clientNetwork(ctx, request),
        }),
      ),
    { publicAccess: true, params: tileParams, detail: docs.getMapTile },
  )

function toResponse(request: Request, tile: Awaited<ReturnType<typeof findTile>>): Response {
  if (!tile?.bytes) return new Response(null, { status: tile?.status ?? HTTP_GATEWAY_TIMEOUT })
  const headers = {
    'content-type': tile.type,
    'cache-control': 'public, max-age=604800',
    etag: entityTag(tile.bytes),
    ...(tile.type === VECTOR_TYPE && { vary: 'accept-encoding' }),
    ...(tile.isGzipped && { 'content-encoding': 'gzip' }),
  }
  if (isKnown(request, headers.etag)) return notModified(headers)
  return new Response(tile.bytes, { headers })
}

import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { findTile } from '@/use-cases/instance/find-tile'
import { tileParams } from './schema'

const HTTP_GATEWAY_TIMEOUT = 504

/** Map tiles through this server, so that the tile server never sees who looks at which map. */
export const mapTileRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/map_tile' })
    .use(endpoints(ctx))
    .get(
      '/:s/:z/:x/:y',
      async ({ params: { s, z, x, y } }) =>
        toResponse(
          await findTile(ctx, s, { z: Number(z), x: Number(x), y: Number.parseInt(y, 10) }),
        ),
      { publicAccess: true, params: tileParams },
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

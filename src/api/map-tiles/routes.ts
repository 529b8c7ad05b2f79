import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { tileParams } from './schema'
import { fetchTile } from './service'

/** Map tiles through this server, so that the tile server never sees who looks at which map. */
export const mapTileRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/map_tile' })
    .use(endpoints(ctx))
    .get(
      '/:s/:z/:x/:y',
      ({ params: { y, ...tile } }) => fetchTile(ctx, { ...tile, y: Number.parseInt(y, 10) }),
      { publicAccess: true, params: tileParams },
    )

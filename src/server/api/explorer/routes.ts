import { Elysia } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { workoutParams } from '@/server/http/parameters/path-params'
import { sendGenerated } from '@/server/http/responses/download'
import { ok } from '@/server/http/responses/envelope'
import {
  presentExplorer,
  presentTiles,
  presentWorkoutTiles,
  TILES_TYPE,
} from '@/server/responses/explorer'
import { presentRegions } from '@/server/responses/regions'
import type { AppContext } from '@/services/context'
import { readRegions } from '@/use-cases/statistics/read-regions'
import { exportTiles } from '@/use-cases/workouts/explorer/export-tiles'
import { listExplorerTiles, readExplorer } from '@/use-cases/workouts/explorer/read-explorer'
import { readWorkoutTiles } from '@/use-cases/workouts/explorer/read-workout-tiles'
import { docs, explorerQuery, regionsQuery, tileExportQuery, tilesQuery } from './schema'

/** The map tiles, countries and regions that the caller has visited. */
export const explorerRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/explorer', tags: ['Workouts'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query }) =>
        ok({ data: presentExplorer(await readExplorer(ctx, caller, query)) }),
      { access: { scope: 'workouts:read' }, query: explorerQuery, detail: docs.getExplorer },
    )
    .get(
      '/tiles',
      async ({ caller, query }) => {
        const tiles = presentTiles(await listExplorerTiles(ctx, caller, query))
        return new Response(tiles, { headers: { 'content-type': TILES_TYPE } })
      },
      { access: { scope: 'workouts:read' }, query: tilesQuery, detail: docs.listExplorerTiles },
    )
    .get(
      '/export',
      async ({ caller, query, request }) =>
        sendGenerated(request, await exportTiles(ctx, caller, query)),
      {
        access: { scope: 'workouts:read' },
        query: tileExportQuery,
        detail: docs.exportExplorerTiles,
      },
    )
    .get(
      '/regions',
      async ({ caller, query }) =>
        ok({ data: presentRegions(await readRegions(ctx, caller, query)) }),
      { access: { scope: 'workouts:read' }, query: regionsQuery, detail: docs.listVisitedRegions },
    )
    .get(
      '/workouts/:workout_short_id',
      async ({ caller, params }) => {
        const tiles = await readWorkoutTiles(ctx, caller, params.workout_short_id)
        return ok({ data: { tiles: presentWorkoutTiles(tiles) } })
      },
      { access: { scope: 'workouts:read' }, params: workoutParams, detail: docs.getWorkoutTiles },
    )

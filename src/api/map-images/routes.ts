import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { httpDate } from '@/lib/http-date'
import { findMapImage } from '@/use-cases/workouts/find-map-image'

const mapParams = t.Object({ map_id: t.String() })

/** Map images of workouts, found by a digest of their content, which is their entity tag as well. */
export const mapImageRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/map' }).use(endpoints(ctx)).get(
    '/:map_id',
    async ({ params: { map_id: mapId }, request }) => {
      const { path, modifiedAt } = await findMapImage(ctx, mapId)
      const etag = `"${mapId}"`
      const headers = {
        ...{ etag, 'cache-control': 'private, no-cache', 'last-modified': httpDate(modifiedAt) },
        ...{ 'content-type': 'image/png', 'content-disposition': 'inline' },
      }
      const known = request.headers.get('if-none-match')?.split(/,\s*/) ?? []
      return known.includes(etag)
        ? new Response(null, { status: 304, headers })
        : new Response(Bun.file(path), { headers })
    },
    { publicAccess: true, params: mapParams, detail: { summary: 'The map image of a workout' } },
  )

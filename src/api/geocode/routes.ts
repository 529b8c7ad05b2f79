import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok } from '@/http/envelope'
import { presentPlace } from '@/present/place'
import { lookUpPlace, searchPlaces } from '@/use-cases/instance/search-places'
import { lookupQuery, searchQuery } from './schema'

/** Places by name, through this server: the geocoding server never sees who looks for what. */
export const geocodeRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/geocode' })
    .use(endpoints(ctx))
    .get(
      '/search',
      async ({ query }) => ok({ locations: (await searchPlaces(ctx, query)).map(presentPlace) }),
      { access: { scope: 'geocode:read' }, query: searchQuery },
    )
    .get(
      '/lookup',
      async ({ query }) => {
        const place = await lookUpPlace(ctx, query)
        return ok({ location: place ? presentPlace(place) : {} })
      },
      { access: { scope: 'geocode:read' }, query: lookupQuery },
    )

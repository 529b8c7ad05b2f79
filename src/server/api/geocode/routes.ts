import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { ok, okResponse } from '@/server/http/responses/envelope'
import { place, presentPlace } from '@/server/responses/workouts/place'
import type { AppContext } from '@/services/context'
import { lookUpPlace, searchPlaces } from '@/use-cases/instance/search-places'
import { lookupQuery, searchQuery } from './schema'

const GEOCODER_UNREACHABLE = 'The geocoding server does not respond.'
const docs = operations({
  searchPlaces: {
    summary: 'Find places by name',
    description: 'For filtering workouts around a place. Without `city` the list is empty.',
    responses: { 200: okResponse({ locations: t.Array(place) }) },
    errors: { 500: GEOCODER_UNREACHABLE },
  },
  lookUpPlace: {
    summary: 'Find a place by its id in OpenStreetMap',
    responses: {
      200: okResponse({
        location: t.Union([place, t.Object({}, { description: 'No such place.' })]),
      }),
    },
    errors: { 500: GEOCODER_UNREACHABLE },
  },
})

/** Places by name. Requests go through this server so that the geocoding server does not see who searches for what. */
export const geocodeRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/geocode', tags: ['Places'] })
    .use(endpoints(ctx))
    .get(
      '/search',
      async ({ query }) => ok({ locations: (await searchPlaces(ctx, query)).map(presentPlace) }),
      { access: { scope: 'geocode:read' }, query: searchQuery, detail: docs.searchPlaces },
    )
    .get(
      '/lookup',
      async ({ query }) => {
        const place = await lookUpPlace(ctx, query)
        return ok({ location: place ? presentPlace(place) : {} })
      },
      { access: { scope: 'geocode:read' }, query: lookupQuery, detail: docs.lookUpPlace },
    )

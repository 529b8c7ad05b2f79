import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok, okAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { place, presentPlace } from '@/present/place'
import { lookUpPlace, searchPlaces } from '@/use-cases/instance/search-places'
import { lookupQuery, searchQuery } from './schema'

const NO_ANSWER = 'The geocoding server does not answer.'
/** What the API document tells of the routes. */
const docs = operations({
  searchPlaces: {
    summary: 'Find places by name',
    description: 'For the filter of workouts around a place. Without `city` nothing is found.',
    answers: { 200: okAnswer({ locations: t.Array(place) }) },
    refusals: { 500: NO_ANSWER },
  },
  lookUpPlace: {
    summary: 'Find a place by its number in OpenStreetMap',
    answers: {
      200: okAnswer({
        location: t.Union([place, t.Object({}, { description: 'There is none.' })]),
      }),
    },
    refusals: { 500: NO_ANSWER },
  },
})

/** Places by name, through this server: the geocoding server never sees who looks for what. */
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

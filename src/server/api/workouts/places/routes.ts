import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { NO_MAP, workoutParams } from '@/server/http/parameters/path-params'
import { textParam } from '@/server/http/parameters/query-params'
import { ok, okResponse } from '@/server/http/responses/envelope'
import { presentWorkoutPlaces, workoutPlaces } from '@/server/responses/workouts/place'
import type { AppContext } from '@/services/context'
import { getPlaces } from '@/use-cases/workouts/read/read-places'

const placesQuery = t.Object({
  language: textParam('Language code for the names of countries; English by default.'),
})

const docs = operations({
  getWorkoutPlaces: {
    summary: 'Get the names of the places that a workout passed',
    description:
      'The nearest town or village, from a list that is part of the server (GeoNames); null where there is none within 50 km.',
    responses: { 200: okResponse({ data: t.Object({ places: workoutPlaces }) }) },
    errors: {
      404: NO_MAP,
    },
  },
})

export const workoutPlaceRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/:workout_short_id', tags: ['Recordings'] })
    .use(endpoints(ctx))
    .get(
      '/places',
      async ({ visitor, params: { workout_short_id: workoutId }, query: { language } }) => {
        const places = await getPlaces(ctx, { visitor, workoutId, language })
        return ok({ data: { places: presentWorkoutPlaces(places) } })
      },
      {
        optionalAccess: { scope: 'workouts:read' },
        ...{ params: workoutParams, query: placesQuery, detail: docs.getWorkoutPlaces },
      },
    )

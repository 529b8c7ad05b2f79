import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { NO_MAP, NO_WORKOUT, NOT_OWN, workoutParams } from '@/server/http/parameters/path-params'
import { textParam } from '@/server/http/parameters/query-params'
import { ok, okResponse } from '@/server/http/responses/envelope'
import { nullable, text } from '@/server/responses/fields'
import { presentWorkoutPlaces, workoutPlaces } from '@/server/responses/workouts/place'
import type { AppContext } from '@/services/context'
import { getPlaces } from '@/use-cases/workouts/read/read-places'
import { suggestTitle } from '@/use-cases/workouts/read/suggest-title'

const placesQuery = t.Object({
  language: textParam('Language code for the names of countries; English by default.'),
})

const titleQuery = t.Object({
  language: textParam('Language code of the title; that of the caller by default.'),
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
  suggestTitle: {
    summary: "Suggest a title for one of the caller's workouts",
    description:
      'A title such as “Morning ride to Staufen”, from the towns that the workout passed. It says nothing about what the caller hides from others.',
    responses: {
      200: okResponse({
        data: t.Object({
          title: nullable(text('Null without GPS, and where there is no town within 50 km.')),
        }),
      }),
    },
    errors: { 403: NOT_OWN, 404: NO_WORKOUT },
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
    .get(
      '/suggested-title',
      async ({ caller, params: { workout_short_id: workoutId }, query: { language } }) =>
        ok({ data: { title: await suggestTitle(ctx, caller, { workoutId, language }) } }),
      {
        access: { scope: 'workouts:read' },
        ...{ params: workoutParams, query: titleQuery, detail: docs.suggestTitle },
      },
    )

import { t } from 'elysia'
import { VISIBILITIES } from '@/db/columns'
import { queryValue } from '@/http/accepted'
import { okAnswer, pageAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import {
  flagParam,
  numberParam,
  pageParam,
  perPageParam,
  textParam,
  wordParam,
} from '@/http/query-params'
import { listStatistics } from '@/present/list-statistics'
import { listedWorkout } from '@/present/listed-workout'
import { featureCollection, multiLineString, point } from '@/present/workout-map'

/** How many workouts a page has. */
export const PAGE_SIZES = { perPage: 5, most: 100 }

/** Three of them fit into an address, and patterns must not grow beyond what SQLite takes. */
const searched = (description: string) => t.Optional(t.String({ maxLength: 2000, description }))
const from = textParam('First day, `YYYY-MM-DD` in the time zone of the account.')
const to = textParam('Last day, with all of it.')

/** Filters of a user's own workouts; all texts, so that each can be refused with its own words. */
const filters = {
  page: pageParam,
  per_page: perPageParam(PAGE_SIZES),
  sport_id: queryValue(t.Integer({ description: 'Workouts of this sport only.' })),
  title: searched('Text in the title, in any case.'),
  notes: searched('Text in the notes, in any case.'),
  description: searched('Text in the description, in any case.'),
  from,
  to,
  distance_from: numberParam('Least kilometres.'),
  distance_to: numberParam('Most kilometres.'),
  duration_from: textParam('Least time in motion, `HH:MM`.'),
  duration_to: textParam('Most time in motion, `HH:MM`.'),
  ave_speed_from: numberParam('Least average speed, km/h.'),
  ave_speed_to: numberParam('Most average speed, km/h.'),
  max_speed_from: numberParam('Least maximum speed, km/h.'),
  max_speed_to: numberParam('Most maximum speed, km/h.'),
  ave_pace_from: textParam('Fastest average pace, `M:SS` per kilometre.'),
  ave_pace_to: textParam('Slowest average pace, `M:SS` per kilometre.'),
  max_pace_from: textParam('Fastest best pace, `M:SS` per kilometre.'),
  max_pace_to: textParam('Slowest best pace, `M:SS` per kilometre.'),
  order: wordParam(['asc', 'desc'], '`desc` by default.'),
  order_by: wordParam(
    ['workout_date', 'distance', 'duration', 'ave_speed', 'max_speed', 'ave_pace', 'best_pace'],
    '`workout_date` by default.',
  ),
  equipment_id: textParam('Short id of equipment, or `none` for workouts without any.'),
  workout_visibility: wordParam(VISIBILITIES, 'Workouts of this visibility only.'),
  coordinates: textParam('`latitude,longitude`: workouts that come near this place.'),
  radius: queryValue(
    t.Number({ default: 10, description: 'How near, in kilometres; greater than 0.' }),
  ),
}

export const workoutFilterQuery = t.Object(filters)

export const workoutListQuery = t.Object({
  ...filters,
  return_equipments: flagParam('Fills `equipments`, which are empty otherwise.'),
  with_statistics: flagParam('Adds `statistics`.'),
})

export const globalMapQuery = t.Object({
  from,
  to,
  sport_ids: textParam('Numbers of sports, separated by commas.'),
})

const UNREADABLE = 'A value of the query cannot be read.'

/** What the API document tells of the routes. */
export const docs = operations({
  listWorkouts: {
    summary: 'List own workouts',
    description:
      'Those that pass all filters, newest first unless asked otherwise. What is costly to load is told in the detail only.',
    answers: {
      200: pageAnswer({
        data: t.Object({
          workouts: t.Array(listedWorkout),
          statistics: t.Optional(listStatistics),
        }),
      }),
    },
    refusals: { 400: UNREADABLE },
  },
  listWorkoutLines: {
    summary: 'List own workouts as lines on a map',
    description:
      'GeoJSON, simplified. Takes the filters of the list; `pagination` counts workouts without positions, too.',
    answers: { 200: pageAnswer({ data: featureCollection(multiLineString) }) },
    refusals: { 400: UNREADABLE },
  },
  listWorkoutStarts: {
    summary: 'List where own workouts start',
    description:
      'GeoJSON points, newest first, up to `global_map_workouts_limit` of the configuration: `limit_exceeded` tells that there are more.',
    answers: {
      200: okAnswer({
        data: t.Object({ ...featureCollection(point).properties, limit_exceeded: t.Boolean() }),
      }),
    },
    refusals: { 400: 'A date or a sport id cannot be read.' },
  },
})

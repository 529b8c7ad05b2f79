import { t } from 'elysia'
import { queryValue } from '@/server/http/documented-input'
import { operations, taggedBytes } from '@/server/http/operation'
import {
  flagParam,
  numberParam,
  pageParam,
  perPageParam,
  radiusParam,
  textParam,
  wordParam,
} from '@/server/http/parameters/query-params'
import { okResponse, pageResponse } from '@/server/http/responses/envelope'
import { listStatistics } from '@/server/responses/workouts/list-statistics'
import { listedWorkout } from '@/server/responses/workouts/listed-workout'
import { LINES_FORMAT, LINES_TYPE } from '@/server/responses/workouts/map-lines'
import { featureCollection, multiLineString, point } from '@/server/responses/workouts/workout-map'
import { VISIBILITIES } from '@/store/db/schema/columns'

/** Page sizes of workout lists. */
export const PAGE_SIZES = { perPage: 5, max: 100 }

/** Limited so that three of them fit into a URL, and so that patterns do not exceed what SQLite accepts. */
const searched = (description: string) => t.Optional(t.String({ maxLength: 2000, description }))
const from = textParam('First day, `YYYY-MM-DD` in the time zone of the account.')
const to = textParam('Last day, inclusive.')

/** Filters of a user's workouts. All are strings, so that each can be rejected with its own message. */
const conditions = {
  sport_id: queryValue(t.Integer({ description: 'Only workouts of this sport.' })),
  title: searched('Text in the title, case-insensitive.'),
  notes: searched('Text in the notes, case-insensitive.'),
  description: searched('Text in the description, case-insensitive.'),
  from,
  to,
  distance_from: numberParam('Minimum kilometres.'),
  distance_to: numberParam('Maximum kilometres.'),
  duration_from: textParam('Minimum time in motion, `HH:MM`.'),
  duration_to: textParam('Maximum time in motion, `HH:MM`.'),
  ave_speed_from: numberParam('Minimum average speed, km/h.'),
  ave_speed_to: numberParam('Maximum average speed, km/h.'),
  max_speed_from: numberParam('Lowest maximum speed, km/h.'),
  max_speed_to: numberParam('Highest maximum speed, km/h.'),
  ave_pace_from: textParam('Fastest average pace, `M:SS` per kilometre.'),
  ave_pace_to: textParam('Slowest average pace, `M:SS` per kilometre.'),
  max_pace_from: textParam('Fastest best pace, `M:SS` per kilometre.'),
  max_pace_to: textParam('Slowest best pace, `M:SS` per kilometre.'),
  equipment_id: textParam('Short id of equipment, or `none` for workouts without any.'),
  workout_visibility: wordParam(VISIBILITIES, 'Workouts of this visibility only.'),
  coordinates: textParam('`latitude,longitude`: workouts that pass near this place.'),
  radius: radiusParam,
}

const filters = {
  page: pageParam,
  per_page: perPageParam(PAGE_SIZES),
  ...conditions,
  order: wordParam(['asc', 'desc'], '`desc` by default.'),
  order_by: wordParam(
    ['workout_date', 'distance', 'duration', 'ave_speed', 'max_speed', 'ave_pace', 'best_pace'],
    '`workout_date` by default.',
  ),
}

export const workoutFilterQuery = t.Object(filters)

export const workoutListQuery = t.Object({
  ...filters,
  return_equipments: flagParam('Fills `equipments`, which are empty otherwise.'),
  with_statistics: flagParam('Adds `statistics`.'),
})

export const mapLinesQuery = t.Object({
  ...conditions,
  bounds: textParam('`south,west,north,east` in degrees: only lines in this box; requires `zoom`.'),
  zoom: queryValue(
    t.Integer({
      minimum: 0,
      maximum: 24,
      description: 'Zoom level at which the box is displayed, for 256-pixel tiles.',
    }),
  ),
})

export const globalMapQuery = t.Object({
  from,
  to,
  sport_ids: textParam('Numbers of sports, separated by commas.'),
})

const UNREADABLE = 'A value of the query is invalid.'

/** Entries of the routes in the API document. */
export const docs = operations({
  listWorkouts: {
    summary: "List the caller's workouts",
    description:
      'Workouts that match all filters, newest first by default. Values that are expensive to load are only included when getting a single workout.',
    responses: {
      200: pageResponse({
        data: t.Object({
          workouts: t.Array(listedWorkout),
          statistics: t.Optional(listStatistics),
        }),
      }),
    },
    errors: { 400: UNREADABLE },
  },
  listWorkoutLines: {
    summary: "List the caller's workouts as lines on a map",
    description:
      'Simplified GeoJSON. Takes the filters of the list; `pagination` also counts workouts without positions.',
    responses: { 200: pageResponse({ data: featureCollection(multiLineString) }) },
    errors: { 400: UNREADABLE },
  },
  listWorkoutStarts: {
    summary: "List the starting points of the caller's workouts",
    description:
      'GeoJSON points, newest first, up to `global_map_workouts_limit` of the configuration; `limit_exceeded` says whether there are more.',
    responses: {
      200: okResponse({
        data: t.Object({ ...featureCollection(point).properties, limit_exceeded: t.Boolean() }),
      }),
    },
    errors: { 400: 'A date or a sport id is invalid.' },
  },
  listMapLines: {
    summary: "List the lines of the caller's workouts for a map",
    description:
      'Simplified lines of all workouts with positions that match the filters of the list, newest first, in one compact response. Without `bounds`, it is an overview, as precise as fits into about 200 kB, or coarse. With `bounds` and `zoom`, it contains the parts of lines in a box, as precise as the zoom level requires. After an upgrade from a server without such lines, they are made while the server is idle: until then, `x-undrawn-workouts` in an overview is the number of workouts whose lines are missing. Has an entity tag.',
    responses: {
      200: taggedBytes(LINES_TYPE, LINES_FORMAT),
    },
    errors: { 400: UNREADABLE },
  },
})

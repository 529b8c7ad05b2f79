import { t } from 'elysia'
import { queryValue } from '@/server/http/documented-input'
import { bytes, operations, taggedBytes } from '@/server/http/operation'
import { NO_SPORT, NO_WORKOUT, NOT_OWN } from '@/server/http/parameters/path-params'
import { textParam, wordParam } from '@/server/http/parameters/query-params'
import { okResponse } from '@/server/http/responses/envelope'
import { explorer, TILES_FORMAT, TILES_TYPE, workoutTiles } from '@/server/responses/explorer'
import { visitedRegions } from '@/server/responses/regions'

const zoom = queryValue(
  t.Unsafe({ type: 'integer', enum: [14, 17], default: 14, description: 'Zoom level of tiles.' }),
)

export const explorerQuery = t.Object({ zoom })

export const tilesQuery = t.Object({
  zoom,
  bounds: textParam('`south,west,north,east` in degrees: only tiles in this box.'),
})

export const tileExportQuery = t.Object({
  zoom,
  format: wordParam(['gpx', 'kml'], '`gpx` by default.'),
})

export const regionsQuery = t.Object({
  sport_id: queryValue(t.Integer({ description: 'Only this sport.' })),
  year: queryValue(
    t.Integer({ description: 'Only this year, in the time zone of the caller.', examples: [2026] }),
  ),
})

const UNREADABLE = 'The zoom level is neither 14 nor 17.'

/** Entries of the routes in the API document. */
export const docs = operations({
  getExplorer: {
    summary: 'Get a summary of the map tiles that the caller has visited',
    description:
      'Explorer tiles are the tiles of web maps at zoom level 14 or 17. A tile is visited when a workout with GPS passes it, in a sport that is done outdoors and has a distance. Tiles between consecutive points of a recording count, unless these are more than a kilometre apart or GPS was lost between them.',
    responses: { 200: okResponse({ data: explorer }) },
    errors: { 400: UNREADABLE },
  },
  listExplorerTiles: {
    summary: 'List the map tiles that the caller has visited',
    description: 'All visited tiles in one compact response. Has an entity tag.',
    responses: { 200: taggedBytes(TILES_TYPE, TILES_FORMAT) },
    errors: { 400: `${UNREADABLE.slice(0, -1)}, or the box is invalid.` },
  },
  exportExplorerTiles: {
    summary: 'Export the map tiles that the caller has visited',
    description:
      'A file with rectangles around all visited tiles, the largest cluster and the largest square.',
    responses: {
      200: bytes('*/*', 'GPX 1.1 with a track for each, or KML 2.2 with a placemark for each.'),
    },
    errors: { 400: 'The format or the zoom level is invalid.' },
  },
  listVisitedRegions: {
    summary: 'List the countries and regions that the caller has visited',
    description:
      'A region is a first-level subdivision, such as a state. Every part of a workout counts, in the sports that have explorer tiles. Borders are simplified: within about a kilometre of one, the region on the other side may count.',
    responses: { 200: okResponse({ data: visitedRegions }) },
    errors: {
      400: '`sport_id` or `year` is not a number, or the year is out of range.',
      404: NO_SPORT,
    },
  },
  getWorkoutTiles: {
    summary: "Count the map tiles that one of the caller's workouts passes",
    description: 'Zoom level 14 first, then 17. All numbers are 0 for workouts that do not count.',
    responses: {
      200: okResponse({ data: t.Object({ tiles: t.Array(workoutTiles) }) }),
    },
    errors: { 403: NOT_OWN, 404: NO_WORKOUT },
  },
})

import {
  clipLine,
  MAP_LEVELS,
  type MapLevel,
  toMercator,
  type UnitBox,
} from '@/domain/tracks/geometry/map-line'
import { invalidPayload } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import {
  countUnmapped,
  listMapLines,
  listMapLinesIn,
  type MapLines,
  sumMapLines,
} from '@/store/db/queries/workouts/map-lines'
import type { WorkoutFilter } from '@/store/db/queries/workouts/workout-search'
import { inBatches } from '@/store/db/sql'
import type { ListRequest } from './read-list-request'
import { searchWorkoutsNear } from './search-workouts-near'

/**
 * Bytes of lines in an overview up to which a more precise level is used: what a connection of 1.6 Mbit/s transfers
 * in a second.
 */
const OVERVIEW_BYTES = 200_000
const MAX_ZOOM = 24
/** `bits` of a level minus the zoom level at which its units are pixels. */
const BITS_OF_PIXELS = 8

interface Box {
  south: number
  west: number
  north: number
  east: number
}

/** A part of the map: a box in degrees, and the zoom level at which it is displayed. */
export interface MapView {
  box: Box
  zoom: number
}

/**
 * Parses `south,west,north,east` in degrees and a zoom level; undefined when both are absent.
 *
 * @throws 400 when one of them is missing, malformed or out of range.
 */
export function readMapView(query: { bounds?: string; zoom?: string }): MapView | undefined {
  if (!query.bounds && !query.zoom) return undefined
  const zoom = parseNumber(query.zoom ?? '')
  const isZoom = Number.isInteger(zoom) && zoom >= 0 && zoom <= MAX_ZOOM
  if (!isZoom) throw invalidPayload()
  return { box: readBox(query.bounds ?? ''), zoom }
}

/**
 * Parses `south,west,north,east` in degrees.
 *
 * @throws 400 when it is malformed or out of range
 */
export function readBox(bounds: string): Box {
  const sides = bounds.split(',').map(parseNumber)
  const [south = Number.NaN, west = Number.NaN, north = Number.NaN, east = Number.NaN] = sides
  const isBox = sides.length === 4 && south <= north && west <= east
  const isOnEarth = south >= -90 && north <= 90 && west >= -180 && east <= 180
  if (!isBox || !isOnEarth) throw invalidPayload()
  return { south, west, north, east }
}

const parseNumber = (text: string): number =>
  /^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/.test(text) ? Number(text) : Number.NaN

/**
 * Returns the lines of the caller's workouts that match a request, newest first. An overview has as much precision as
 * fits into a small response. With a view, the lines are those in its box, as precise as its zoom level requires.
 */
export async function listWorkoutMapLines(
  { db }: Pick<AppContext, 'db'>,
  { userId }: Caller,
  {
    filter: wanted,
    near,
    view,
  }: Pick<ListRequest, 'filter' | 'near'> & { view: MapView | undefined },
): Promise<MapLines> {
  const ids = near && (await searchWorkoutsNear({ db }, userId, near))
  const filter: WorkoutFilter = { ...wanted, userId, ids }
  if (view) return clipLines(db, filter, view)
  const level = await chooseOverviewLevel(db, filter)
  const workouts = await listMapLines(db, filter, level)
  return { bits: bitsOf(level), workoutIds: workouts.map(({ short_id }) => short_id), workouts }
}

/** Number of the caller's workouts whose lines are still missing after an upgrade of the server. */
export const countUndrawnWorkouts = ({ db }: Pick<AppContext, 'db'>, { userId }: Caller) =>
  countUnmapped(db, userId)

async function clipLines(
  db: AppContext['db'],
  filter: WorkoutFilter,
  { box, zoom }: MapView,
): Promise<MapLines> {
  const level =
    MAP_LEVELS.find(({ bits }) => bits - BITS_OF_PIXELS >= zoom)?.name ??
    ('fine' satisfies MapLevel)
  const rows = await listMapLinesIn(db, filter, { level, box })
  const units = toUnits(box, bitsOf(level))
  const linesInView: (Uint8Array | undefined)[] = []
  await inBatches(rows, async (batch) => {
    for (const { line } of batch) linesInView.push(line ? clipLine(line, units) : undefined)
  })
  return { bits: bitsOf(level), workoutIds: rows.map(({ short_id }) => short_id), linesInView }
}

async function chooseOverviewLevel(db: AppContext['db'], filter: WorkoutFilter): Promise<MapLevel> {
  const { medium, fine } = await sumMapLines(db, filter)
  if (fine <= OVERVIEW_BYTES) return 'fine'
  return medium <= OVERVIEW_BYTES ? 'medium' : 'coarse'
}

const bitsOf = (level: MapLevel): number => MAP_LEVELS.find(({ name }) => name === level)?.bits ?? 0

function toUnits({ south, west, north, east }: Box, bits: number): UnitBox {
  const [left, top] = toMercator(west, north)
  const [right, bottom] = toMercator(east, south)
  const units = 2 ** bits
  return { left: left * units, top: top * units, right: right * units, bottom: bottom * units }
}

import type { ElevationSource } from '@/db/columns'
import { fetchJson, OutgoingError, type Outside } from '@/lib/outgoing'
import type { Line } from '@/tracks/geometry/geojson'
import { OUTERMOST } from '@/tracks/metrics/elevation'
import { sampleTiles } from './sample-tiles'
import { smoothElevations } from './smooth'
import type { TileFolder } from './tile-folder'

/** An elevation service failed or answered something unusable; the message says which and how. */
export class ElevationServiceError extends Error {
  override name = 'ElevationServiceError'
}

/** A source that is a service. */
export type ServiceSource = Exclude<ElevationSource, 'file'>

/** Where the services are, and how they are asked. */
export interface ElevationAccess extends Outside {
  /** Tiles on this server, which are asked before Open-Elevation. */
  tiles?: TileFolder | undefined
  openElevation: string | undefined
  valhalla: string | undefined
  /** Milliseconds one request may take. */
  timeout?: number
}

const TIMEOUT = 30_000
/** Bytes of an answer: Valhalla is asked for a million points at once. */
const MOST_BYTES = 32 * 1024 * 1024
/** Most points of one request to Open-Elevation. */
const CHUNK = 15_000

/**
 * Elevations in metres for all points of a line, NaN where the service knows none.
 *
 * @throws ElevationServiceError when the service is not configured, fails, is too slow or answers another number of values.
 */
export function lookUpElevations(
  line: Line,
  source: ServiceSource,
  access: ElevationAccess,
): Promise<Float64Array> {
  if (source === 'valhalla') return askValhalla(line, access)
  const heights = askTiles(line, access)
  return source === 'open_elevation' ? heights : heights.then(smoothKnown)
}

/** What tiles on this server say; where they do not know all of a line, the service is asked if there is one. */
async function askTiles(line: Line, access: ElevationAccess): Promise<Float64Array> {
  if (access.tiles === undefined) return askOpenElevation(line, access)
  const known = await sampleTiles(line, access.tiles)
  const isEnough = access.openElevation === undefined || !known.some(Number.isNaN)
  return isEnough ? known : askOpenElevation(line, access)
}

/** Each stretch between voids by itself. */
function smoothKnown(heights: Float64Array): Float64Array {
  const smooth = new Float64Array(heights.length).fill(Number.NaN)
  for (let from = 0; from < heights.length; from++) {
    let to = from
    while (to < heights.length && !Number.isNaN(heights[to])) to += 1
    smooth.set(smoothElevations(heights.subarray(from, to)), from)
    from = to
  }
  return smooth
}

async function askOpenElevation(line: Line, access: ElevationAccess): Promise<Float64Array> {
  const all = new Float64Array(line.lat.length)
  for (let start = 0; start < all.length; start += CHUNK) {
    const lat = line.lat.subarray(start, start + CHUNK)
    const lon = line.lon.subarray(start, start + CHUNK)
    const locations = Array.from(lat, (latitude, i) => ({ latitude, longitude: lon[i] }))
    const ask = { name: 'Open-Elevation', base: access.openElevation, path: '/api/v1/lookup' }
    const answer = await post(ask, { locations }, access)
    const heights = listIn(answer, 'results').map(wholeMetres)
    all.set(requireCount('Open-Elevation', heights, lat.length), start)
  }
  return all
}

async function askValhalla({ lat, lon }: Line, access: ElevationAccess): Promise<Float64Array> {
  const shape = Array.from(lat, (latitude, i) => ({ lat: latitude, lon: lon[i] }))
  const ask = { name: 'Valhalla', base: access.valhalla, path: '/height' }
  const answer = await post(ask, { shape }, access)
  const heights = listIn(answer, 'height').map((height) => (height === null ? Number.NaN : height))
  return Float64Array.from(requireCount('Valhalla', heights, lat.length))
}

interface Ask {
  /** For messages. */
  name: string
  base: string | undefined
  path: string
}

async function post(ask: Ask, body: object, access: ElevationAccess) {
  if (!ask.base) throw new ElevationServiceError(`${ask.name} is not configured`)
  const request = {
    fetch: access.fetch,
    ...(access.wait && { wait: access.wait }),
    timeout: access.timeout ?? TIMEOUT,
    most: MOST_BYTES,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  return fetchJson(`${ask.base}${ask.path}`, request).catch((error) => {
    if (!(error instanceof OutgoingError)) throw error
    throw new ElevationServiceError(`${ask.name} ${error.message}`)
  })
}

/** The list at a key of an answer; anything else reads as an empty one. */
function listIn(answer: unknown, key: string): unknown[] {
  const list = isObject(answer) ? answer[key] : undefined
  return Array.isArray(list) ? list : []
}

/** Undefined for a result without a number. */
const wholeMetres = (result: unknown): number | undefined =>
  isObject(result) && typeof result.elevation === 'number'
    ? Math.trunc(result.elevation)
    : undefined

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function requireCount(name: string, heights: unknown[], count: number): number[] {
  if (heights.length !== count)
    throw new ElevationServiceError(`${name} answered ${heights.length} values for ${count} points`)
  if (!heights.every((height) => typeof height === 'number'))
    throw new ElevationServiceError(`${name} answered values that are no numbers`)
  if (heights.some((height) => Math.abs(height) >= OUTERMOST))
    throw new ElevationServiceError(`${name} answered values that are no elevations`)
  return heights
}

import type { Line } from '@/domain/tracks/geometry/placed-line'
import { MAX_PLAUSIBLE_ELEVATION } from '@/domain/tracks/metrics/elevation'
import { fetchJson, type OutgoingAccess, OutgoingError } from '@/lib/network/outgoing'
import type { ElevationSource } from '@/store/db/schema/columns'
import { sampleTiles } from './sample-tiles'
import { smoothElevations } from './smooth'
import type { TileFolder } from './tile-folder'

/** An elevation service failed or sent an invalid response. The message contains its name and the error. */
export class ElevationServiceError extends Error {
  override name = 'ElevationServiceError'
}

/** A source that is a service. */
export type ServiceSource = Exclude<ElevationSource, 'file'>

/** URLs of the services, and how to send requests to them. */
export interface ElevationAccess extends OutgoingAccess {
  /** Tiles on this server, which are used before Open-Elevation. */
  tiles?: TileFolder | undefined
  openElevation: string | undefined
  valhalla: string | undefined
  /** Timeout of one request in milliseconds. */
  timeout?: number
}

const TIMEOUT = 30_000
/** Maximum size of a response in bytes. Requests to Valhalla have up to a million points. */
const MAX_BYTES = 32 * 1024 * 1024
/** Maximum number of points in one request to Open-Elevation. */
const CHUNK = 15_000

/**
 * Looks up the elevations in metres of all points of a line; NaN where the service knows none.
 *
 * @throws ElevationServiceError when the service is not configured, fails, is too slow or returns a different number of
 * values.
 */
export function fetchElevations(
  line: Line,
  source: ServiceSource,
  access: ElevationAccess,
): Promise<Float64Array> {
  if (source === 'valhalla') return fetchValhalla(line, access)
  const heights = readTiles(line, access)
  return source === 'open_elevation' ? heights : heights.then(smoothKnown)
}

/**
 * Uses the tiles on this server. If they do not cover the whole line, uses the service instead, if it is configured.
 */
async function readTiles(line: Line, access: ElevationAccess): Promise<Float64Array> {
  if (access.tiles === undefined) return fetchOpenElevation(line, access)
  const known = await sampleTiles(line, access.tiles)
  const isEnough = access.openElevation === undefined || !known.some(Number.isNaN)
  return isEnough ? known : fetchOpenElevation(line, access)
}

/** Smooths each run of known elevations separately. */
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

async function fetchOpenElevation(line: Line, access: ElevationAccess): Promise<Float64Array> {
  const all = new Float64Array(line.lat.length)
  for (let start = 0; start < all.length; start += CHUNK) {
    const lat = line.lat.subarray(start, start + CHUNK)
    const lon = line.lon.subarray(start, start + CHUNK)
    const locations = Array.from(lat, (latitude, i) => ({ latitude, longitude: lon[i] }))
    const url = { name: 'Open-Elevation', base: access.openElevation, path: '/api/v1/lookup' }
    const response = await post(url, { locations }, access)
    const heights = listIn(response, 'results').map(roundMetres)
    all.set(requireCount('Open-Elevation', heights, lat.length), start)
  }
  return all
}

async function fetchValhalla({ lat, lon }: Line, access: ElevationAccess): Promise<Float64Array> {
  const shape = Array.from(lat, (latitude, i) => ({ lat: latitude, lon: lon[i] }))
  const url = { name: 'Valhalla', base: access.valhalla, path: '/height' }
  const response = await post(url, { shape }, access)
  const heights = listIn(response, 'height').map((height) =>
    height === null ? Number.NaN : height,
  )
  return Float64Array.from(requireCount('Valhalla', heights, lat.length))
}

interface ServiceRequest {
  /** Name of the service in error messages. */
  name: string
  base: string | undefined
  path: string
}

async function post(url: ServiceRequest, body: object, access: ElevationAccess) {
  if (!url.base) throw new ElevationServiceError(`${url.name} is not configured`)
  const request = {
    fetch: access.fetch,
    ...(access.wait && { wait: access.wait }),
    timeout: access.timeout ?? TIMEOUT,
    maxBytes: MAX_BYTES,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  return fetchJson(`${url.base}${url.path}`, request).catch((error) => {
    if (!(error instanceof OutgoingError)) throw error
    throw new ElevationServiceError(`${url.name} ${error.message}`)
  })
}

/** Returns the list at a key of a response, or an empty list. */
function listIn(response: unknown, key: string): unknown[] {
  const list = isObject(response) ? response[key] : undefined
  return Array.isArray(list) ? list : []
}

/** Returns undefined for a result without a number. */
const roundMetres = (result: unknown): number | undefined =>
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
  if (heights.some((height) => Math.abs(height) >= MAX_PLAUSIBLE_ELEVATION))
    throw new ElevationServiceError(`${name} answered values that are no elevations`)
  return heights
}

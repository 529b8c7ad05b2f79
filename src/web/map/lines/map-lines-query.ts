import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError } from '@/web/api/client/api-error'
import { requestBytes } from '@/web/api/client/request-bytes'
import type { WorkoutFilters } from '@/web/api/workouts/workout-filters'
import {
  decodeHead,
  decodeNames,
  decodeOverview,
  decodeView,
  type LineNames,
  MAX_HEAD,
  type Overview,
} from './decode-lines'

/** The lines of all matching workouts. Their names arrive after them. */
export type MapLines = Overview & {
  names: Promise<LineNames>
  /** Number of the user's older workouts whose lines the server has yet to make, after an upgrade. */
  undrawn: number
}

/** Milliseconds until the lines are requested again while some are missing. Each request is large. */
const UNDRAWN_INTERVAL_MS = 30_000

/** A part of the map. */
export interface MapView {
  south: number
  west: number
  north: number
  east: number
  zoom: number
}

/** The order of lines does not depend on that of the list. */
const omitOrder = ({ order_by, order, ...filters }: WorkoutFilters): WorkoutFilters => filters

/** The lines of the user's workouts that match the filters of the list. */
export const mapLinesQuery = (filters: WorkoutFilters) =>
  queryOptions({
    queryKey: ['workouts', 'map-lines', omitOrder(filters)],
    queryFn: async ({ signal, client, queryKey }) =>
      readOverview(await request(omitOrder(filters), signal), (first) => {
        // Lines that are there already are not replaced by fewer.
        if (!client.getQueryData(queryKey)) client.setQueryData(queryKey, first)
      }),
    // Typed arrays, and a promise.
    structuralSharing: false,
    refetchInterval: ({ state }) => (state.data?.undrawn ? UNDRAWN_INTERVAL_MS : false),
  })

/** The same lines in a part of the map, with the precision that its zoom level requires. */
export const linesInViewQuery = (filters: WorkoutFilters, view: MapView | undefined) =>
  queryOptions({
    queryKey: ['workouts', 'map-lines', omitOrder(filters), view],
    queryFn: async ({ signal }) => {
      if (!view) throw new Error('no view')
      const { south, west, north, east, zoom } = view
      const bounds = [south, west, north, east].map((degrees) => degrees.toFixed(5)).join()
      const response = await request({ ...omitOrder(filters), bounds, zoom: String(zoom) }, signal)
      const bytes = new Uint8Array(await response.arrayBuffer())
      return { ...decodeView(bytes), view }
    },
    enabled: view !== undefined,
    structuralSharing: false,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })

const request = (query: Readonly<Record<string, string | undefined>>, signal: AbortSignal) =>
  requestBytes('/api/workouts/lines', query, signal)

/** Bytes after which the first lines are drawn, while the others are still arriving. */
const FIRST_BYTES = 40_000

/** Decodes the lines as soon as they have arrived, the first ones of many before that. The names follow. */
async function readOverview(
  response: Response,
  onFirst: (lines: MapLines) => void,
): Promise<MapLines> {
  const undrawn = Number(response.headers.get('x-undrawn-workouts') ?? 0)
  const reader = response.body?.getReader()
  if (!reader) throw new ApiError(0, null)
  const received = new ChunkCollector()
  const readUntil = async (length: number) => {
    while (received.length < length) {
      const { done, value } = await reader.read()
      if (done) return
      received.push(value)
    }
  }
  await readUntil(MAX_HEAD)
  const { end = 0 } = decodeHead(received.join())
  const names = Promise.withResolvers<LineNames>()
  // Without names the map is still useful.
  names.promise.catch(() => undefined)
  await readUntil(Math.min(end, FIRST_BYTES))
  const decode = (): MapLines => ({
    ...decodeOverview(received.join()),
    ...{ names: names.promise, undrawn },
  })
  if (received.length < end) onFirst(decode())
  await readUntil(end)
  if (received.length < end) throw new ApiError(0, null)
  readUntil(Number.POSITIVE_INFINITY)
    .then(() => names.resolve(decodeNames(received.join())))
    .catch(names.reject)
  return decode()
}

/** Joins chunks of bytes. */
class ChunkCollector {
  readonly #chunks: Uint8Array[] = []
  length = 0

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.length += chunk.length
  }

  join(): Uint8Array {
    const joined = new Uint8Array(this.length)
    let offset = 0
    for (const chunk of this.#chunks) {
      joined.set(chunk, offset)
      offset += chunk.length
    }
    return joined
  }
}

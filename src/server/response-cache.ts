import { isKnown, notModified, takesGzip, WholeResponse } from '@/server/http/responses/compression'
import { findCallerExpiry } from '@/services/auth/identify'
import type { AppContext } from '@/services/context'
import { cacheOf, generationOf, isStill } from '@/store/db/connections/dialect'

/**
 * The part of a URL on which a route's responses depend. `streams` means the path, plus the query if it contains that
 * word.
 */
type Address = 'path' | 'streams' | 'path and query'

/**
 * Routes whose responses depend on nothing but the database, the caller, the dialect and the URL: not on the time,
 * files, external services, or other headers. Responses about a recording depend only on the path, except for a chart
 * whose query may select streams.
 */
export const REMEMBERED_ROUTES: ReadonlyMap<string, Address> = new Map([
  ...paths('path and query', [
    '/api/workouts',
    '/api/workouts/collection',
    '/api/workouts/compare',
    '/api/workouts/global-map',
    '/api/workouts/lines',
    '/api/workouts/:workout_short_id',
    '/api/workouts/:workout_short_id/comments',
    '/api/workouts/:workout_short_id/efforts',
    '/api/workouts/:workout_short_id/same-route',
    '/api/routes',
    '/api/timeline',
    '/api/records',
    '/api/efforts',
    '/api/efforts/ranking',
    '/api/efforts/history',
    '/api/explorer',
    '/api/explorer/tiles',
    '/api/explorer/regions',
    '/api/stats/:user_name/by_sport',
    '/api/stats/:user_name/by_time',
    '/api/auth/profile',
    '/api/users/:user_name',
    '/api/users/:user_name/workouts',
    '/api/notifications',
    '/api/notifications/types',
    '/api/notifications/unread',
    '/api/config',
    '/api/sports',
    '/api/equipments',
  ]),
  ...paths('streams', [
    '/api/workouts/:workout_short_id/chart_data',
    '/api/workouts/:workout_short_id/chart_data/segment/:segment_short_id',
  ]),
  ...paths('path', [
    '/api/workouts/:workout_short_id/analysis',
    '/api/workouts/:workout_short_id/geojson',
    '/api/workouts/:workout_short_id/geojson/segment/:segment_short_id',
  ]),
])

function paths(address: Address, routes: readonly string[]): [route: string, address: Address][] {
  return routes.map((route) => [route, address])
}

/**
 * The part of a URL on which a response depends. `query` is the index of its query. A parameter name may be
 * percent-encoded.
 */
function cacheAddress(url: string, query: number, reads: Address | undefined): string {
  const isPath = reads === 'path' || (reads === 'streams' && !/streams|%/.test(url.slice(query)))
  return isPath ? url.slice(0, query) : url
}

/** Approximate bytes of a response's headers and its Map entry. */
const OVERHEAD = 1024

interface CachedResponse {
  headers: Headers
  etag: string
  body: WholeResponse['reusableBody']
  /** When the token of the caller expires, in milliseconds since the Unix epoch. */
  until: number
}

type Deps = Pick<AppContext, 'db' | 'clock' | 'callerCache'>

/** Number of recent requests to remember; a power of two. */
const NOTED = 8192

/**
 * An in-memory cache of responses, for callers who repeat a request while the database has not changed: pages that
 * poll, and users who navigate back and forth. The whole `Authorization` header is part of the key, so that responses
 * are never shared between callers.
 *
 * A response is only cached when its request is repeated. Caching all of them would evict the useful ones, and reading
 * cold memory costs more than computing some responses.
 */
export class ResponseCache {
  readonly #ctx: Deps
  readonly #routeOf: (request: Request) => string
  /** Digests of recent requests, indexed by their lowest bits. */
  readonly #asked = new Uint32Array(NOTED)

  /** `routeOf` returns the pattern of a request's route. */
  constructor(ctx: Deps, routeOf: (request: Request) => string) {
    this.#ctx = ctx
    this.#routeOf = routeOf
  }

  /** Returns the cached response to a request synchronously, or else the result of `compute`, which may be cached. */
  respond(request: Request, compute: () => Promise<Response>): Response | Promise<Response> {
    if (request.method !== 'GET') return compute()
    const { url } = request
    const query = url.indexOf('?')
    // Without a query the route does not matter, because only responses of cacheable routes are stored.
    const reads = query < 0 ? undefined : REMEMBERED_ROUTES.get(this.#routeOf(request))
    const key = cacheKey(request, cacheAddress(url, query, reads))
    const { db, clock } = this.#ctx
    // Any change of the database may have changed the response.
    const cached = cacheOf(db).get<CachedResponse>(key)
    if (cached && cached.value.until > clock.now() && isStill(db, cached.version))
      return send(request, cached.value)
    if (!reads && !REMEMBERED_ROUTES.has(this.#routeOf(request))) return compute()
    return this.#isAsked(key) ? this.#computed(request, key, compute) : compute()
  }

  /** Returns whether the same request was made recently, and records this one. */
  #isAsked(key: string): boolean {
    const digest = Bun.hash.crc32(key)
    const place = digest & (NOTED - 1)
    const isKnown = this.#asked[place] === digest
    this.#asked[place] = digest
    return isKnown
  }

  async #computed(
    request: Request,
    key: string,
    compute: () => Promise<Response>,
  ): Promise<Response> {
    const generation = generationOf(this.#ctx.db)
    const response = await compute()
    if (response instanceof WholeResponse) this.#remember(key, { request, response, generation })
    return response
  }

  #remember(
    key: string,
    made: { request: Request; response: WholeResponse; generation: number },
  ): void {
    const { request, response, generation } = made
    const { reusableHeaders: headers, reusableBody: body } = response
    const until = this.#endOf(request)
    const etag = headers.get('etag')
    if (etag === null || until === undefined) return
    const bytes = OVERHEAD + memoryOf(key) + memoryOf(body)
    const value: CachedResponse = { headers, etag, body, until }
    cacheOf(this.#ctx.db).set(key, value, { version: generation, bytes })
  }

  /** When the caller's access expires; undefined for a token that is not known to be valid. */
  #endOf({ headers }: Request): number | undefined {
    const header = headers.get('authorization')
    return header === null ? Number.POSITIVE_INFINITY : findCallerExpiry(this.#ctx, header)
  }
}

const cacheKey = ({ headers }: Request, address: string): string => {
  const isPacked = takesGzip(headers.get('accept-encoding'))
  const dialect = headers.get('x-api-dialect') ?? ''
  return `${isPacked}\n${dialect}\n${headers.get('authorization') ?? ''}\n${address}`
}

/** Bytes in memory: a string has two bytes per character if it contains any character outside of Latin-1. */
const memoryOf = (body: CachedResponse['body']) =>
  typeof body === 'string' ? 2 * body.length : body.size

const send = (request: Request, { headers, etag, body }: CachedResponse): Response =>
  isKnown(request, etag)
    ? notModified(Object.fromEntries(headers))
    : new Response(body, { headers })

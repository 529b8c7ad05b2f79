import { endOfKnown } from '@/auth/identify'
import type { AppContext } from '@/context'
import { generationOf, isStill } from '@/db/dialect'
import { isKnown, notModified, takesGzip, WholeResponse } from '@/http/transfer'

/** What the answers of a route depend on besides the database, the caller and the dialect; `streams` is the path with that word. */
type Address = 'path' | 'streams' | 'path and query'

/**
 * Routes whose answers depend on nothing but the database, the caller, the dialect and the address: neither on the
 * time, nor on a file, nor on a service outside, nor on another header. Of what is made once and kept with a recording,
 * it is the path alone, whatever stands behind it, unless that may name the streams of a chart.
 */
export const REMEMBERED_ROUTES: ReadonlyMap<string, Address> = new Map([
  ...paths('path and query', [
    '/api/workouts',
    '/api/workouts/collection',
    '/api/workouts/compare',
    '/api/workouts/global-map',
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

/** What of an address an answer depends on; `query` is where its query begins. A name may be written with escapes. */
function addressOf(url: string, query: number, reads: Address | undefined): string {
  const isPath = reads === 'path' || (reads === 'streams' && !/streams|%/.test(url.slice(query)))
  return isPath ? url.slice(0, query) : url
}

/** Bytes of all that is remembered, and of one answer. */
const MOST_BYTES = 8 * 1024 * 1024
const LARGEST = MOST_BYTES / 8
/** About what the headers of an answer, and its place in a Map, take. */
const OVERHEAD = 1024

interface Answer {
  headers: Headers
  etag: string
  body: WholeResponse['bodyAtHand']
  /** Bytes in memory. */
  size: number
  /** Of the database when it was asked; anything that has changed since may have changed the answer. */
  generation: number
  /** When the token of the caller expires, in milliseconds since the Unix epoch. */
  until: number
}

type Deps = Pick<AppContext, 'db' | 'clock' | 'knownTokens'>

/** Requests of which it is known that they were asked: a power of two. */
const NOTED = 8192

/**
 * Answers in memory, to be given again to the same caller who asks for the same while nothing in the database has
 * changed: pages that look whether there is something new, and people who go back and forth. Who asks is told by the
 * whole `Authorization` header, so that nobody is given what another may see.
 *
 * What is asked once is not kept: it would take the place of what is asked again, and memory that is cold costs more
 * than some of the answers.
 */
export class RememberedAnswers {
  readonly #ctx: Deps
  readonly #routeOf: (request: Request) => string
  // A Map lists its keys in the order they were set: the first is the one used longest ago.
  readonly #answers = new Map<string, Answer>()
  /** Digests of what was asked lately, each at a place of its own. */
  readonly #asked = new Uint32Array(NOTED)
  #bytes = 0

  /** `routeOf` tells the pattern of the route of a request. */
  constructor(ctx: Deps, routeOf: (request: Request) => string) {
    this.#ctx = ctx
    this.#routeOf = routeOf
  }

  /**
   * The answer to a request as it was given before, at once; else the one that `compute` makes now, which is remembered.
   */
  answer(request: Request, compute: () => Promise<Response>): Response | Promise<Response> {
    if (request.method !== 'GET') return compute()
    const { url } = request
    const query = url.indexOf('?')
    // Without a query there is no need to know the route: what is remembered is of one that may be.
    const reads = query < 0 ? undefined : REMEMBERED_ROUTES.get(this.#routeOf(request))
    const key = keyOf(request, addressOf(url, query, reads))
    const known = this.#answers.get(key)
    if (known && this.#isGood(known)) {
      this.#answers.delete(key)
      this.#answers.set(key, known)
      return send(request, known)
    }
    if (!reads && !REMEMBERED_ROUTES.has(this.#routeOf(request))) return compute()
    return this.#isAsked(key) ? this.#computed(request, key, compute) : compute()
  }

  /** Whether the same was asked before, as far as that is still known; notes that it was asked now. */
  #isAsked(key: string): boolean {
    const digest = Bun.hash.crc32(key)
    const place = digest & (NOTED - 1)
    const isKnown = this.#asked[place] === digest
    this.#asked[place] = digest
    return isKnown
  }

  #isGood({ generation, until }: Answer): boolean {
    return until > this.#ctx.clock.now() && isStill(this.#ctx.db, generation)
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
    const { headersAtHand: headers, bodyAtHand: body } = response
    const bytes = memoryOf(body)
    if (bytes > LARGEST) return
    const until = this.#endOf(request)
    const etag = headers.get('etag')
    if (etag === null || until === undefined) return
    const size = OVERHEAD + memoryOf(key) + bytes
    this.#forget(key)
    this.#answers.set(key, { headers, etag, body, size, generation, until })
    this.#bytes += size
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= MOST_BYTES) break
      this.#forget(oldest)
    }
  }

  /** Until when the caller of a request is let in; undefined for one whose token is not known to be good. */
  #endOf({ headers }: Request): number | undefined {
    const header = headers.get('authorization')
    return header === null ? Number.POSITIVE_INFINITY : endOfKnown(this.#ctx, header)
  }

  #forget(key: string): void {
    const answer = this.#answers.get(key)
    if (!answer) return
    this.#bytes -= answer.size
    this.#answers.delete(key)
  }
}

const keyOf = ({ headers }: Request, address: string): string => {
  const isPacked = takesGzip(headers.get('accept-encoding'))
  const dialect = headers.get('x-api-dialect') ?? ''
  return `${isPacked}\n${dialect}\n${headers.get('authorization') ?? ''}\n${address}`
}

/** A string takes two bytes for a character where one of them is none of Latin. */
const memoryOf = (body: Answer['body']) => (typeof body === 'string' ? 2 * body.length : body.size)

const send = (request: Request, { headers, etag, body }: Answer): Response =>
  isKnown(request, etag)
    ? notModified(Object.fromEntries(headers))
    : new Response(body, { headers })

import { unknownUrl } from '@/lib/errors'
import { openDav } from '@/server/dav/dav'
import { isDavPath } from '@/server/dav/path'
import { clientAddress } from '@/server/http/client-address'
import { openCrossOrigin } from '@/server/http/cross-origin'
import { admitLargeHeaders, rejectLargeHeaders } from '@/server/http/header-size'
import { hostCheck } from '@/server/http/request-host'
import { requestId } from '@/server/http/request-id'
import { loggedPath, pathOf } from '@/server/http/request-path'
import { internalErrorResponse, rejectionResponse } from '@/server/http/responses/error-response'
import { standardHeaders, withStandardHeaders } from '@/server/http/responses/standard-headers'
import { handleWithCookie } from '@/server/http/session-cookies'
import type { AppContext } from '@/services/context'
import { buildApp } from './app'
import { enterBase } from './base-path'
import { withConditions } from './conditional-writes'
import { listen } from './listen'
import { inlineScript } from './manifest.gen'
import { METRICS_PATH, type Metrics } from './metrics'
import type { Reader } from './replica/replica-server'
import { withPositions } from './replica/replication-position'
import { isApi, isReading } from './request-kind'
import { ResponseCache } from './response-cache'
import { allowedMethods, routeFinder } from './route-table'
import { openToOthers } from './unix-socket'
import { openWebUi, PAGE_METHODS } from './web-ui'

export interface RunningServer {
  /** The URL where it listens, with the base path. */
  url: string
  /** 0 for a server on a Unix socket. */
  port: number
  /** Stops accepting requests, and waits a short time for those in progress. */
  stop: () => Promise<void>
}

/** Maximum milliseconds to wait for requests in progress when stopping. */
const GRACE = 2500
/**
 * Seconds without traffic after which a connection is closed; the maximum that Bun allows. It also applies to sockets,
 * which Bun's types do not know.
 */
const IDLE_TIMEOUT: object = { idleTimeout: 255 }
/** Maximum bytes of any body, independent of the instance's settings. Routes have smaller limits. */
const MAX_BODY_BYTES = 2 ** 31
/** Maximum characters of a path in the log. */
const MAX_LOGGED_LENGTH = 200

/**
 * Starts to listen. The API and feeds go to the app, all other requests to the web UI. Logs one line per request. A
 * read-only server has a `reader`, which handles the app's requests.
 *
 * @throws Error with advice for the administrator when it cannot listen.
 */
export function startServer(ctx: AppContext, metrics?: Metrics, reader?: Reader): RunningServer {
  admitLargeHeaders()
  const { host, port, socket } = ctx.config
  // NOTE once `development` is false, Bun shares a port among servers by default: a second server on the same data
  // would get every other connection, and neither would see the changes of the other one.
  const place = socket ? { unix: socket.path } : { hostname: host, port, reusePort: false }
  const server = listen(ctx.config, () =>
    Bun.serve({
      ...place,
      ...IDLE_TIMEOUT,
      maxRequestBodySize: MAX_BODY_BYTES,
      development: false,
      fetch: createHandler(ctx, metrics, reader),
      error: (error) => {
        ctx.log.error({ err: error }, 'request failed')
        return internalErrorResponse()
      },
    }),
  )
  if (socket) openToOthers(socket)
  ctx.addresses.askBy(socket ? 'socket' : (request) => server.requestIP(request)?.address)
  return {
    url: socket ? `unix:${socket.path}` : `${server.url.origin}${ctx.config.basePath}/`,
    port: server.port ?? 0,
    stop: () => stop(server),
  }
}

/** Creates the function that handles, counts and logs requests. */
function createHandler(
  ctx: AppContext,
  metrics: Metrics | undefined,
  reader: Reader | undefined,
): (request: Request) => Response | Promise<Response> {
  const app = buildApp(ctx)
  const { basePath } = ctx.config
  const handleWebUi = openWebUi(basePath)
  const requireHost = hostCheck()
  const standard = standardHeaders(ctx.config.uiUrl)
  const completed = (response: Response) => withStandardHeaders(response, standard)
  const standardOfPages = standardHeaders(ctx.config.uiUrl, inlineScript)
  const completedPage = (page: Response) => withStandardHeaders(page, standardOfPages)
  const routeOf = routeFinder(app.routes)
  const compute = withConditions(ctx, async (request) => completed(await app.fetch(request)))
  const handleApi = createApiHandler(ctx, { compute, routeOf, reader })
  const dav = openDav(ctx)
  const handleDav = reader ? (request: Request) => reader.handle(request, dav.handle) : dav.handle
  const find = (received: Request): Response | Promise<Response> => {
    requireHost(received)
    rejectLargeHeaders(received)
    const request = readAsGet(ctx, received)
    const path = pathOf(request)
    if (request.method === 'OPTIONS' && !isDavPath(path))
      return completed(describeMethods(app.routes, request))
    if (isApi(path)) return handleWithCookie(ctx, request, handleApi)
    if (isDavPath(path)) return handleDav(request).then(completed)
    if (path === METRICS_PATH) {
      if (!metrics) throw unknownUrl()
      return metrics.handle(request).then(completed)
    }
    return handleWebUi(request).then(completedPage)
  }
  const findOrReject = catching(find, (error) => completed(rejectionResponse(error)))
  const finish = finisher(ctx, metrics, routeOf)
  // A synchronous response is returned without a promise, because each promise has a cost.
  return (received) => {
    const at = performance.now()
    const request = enterBase(basePath, received)
    if (!(request instanceof Request))
      return finish(received, completed(request), { at, isOutside: true })
    if (request !== received) ctx.addresses.pass(received, request)
    if (request.method === 'DELETE') ctx.reserve.releaseIfNeeded()
    // Look up the address while the socket exists: responding to an upload may take long.
    if (!isReading(request)) ctx.addresses.of(request)
    const start = { at, isOutside: false }
    const found = findOrReject(request)
    return found instanceof Promise
      ? found.then((response) => finish(request, response, start))
      : finish(request, found, start)
  }
}

/** Wraps a handler so that an error, thrown at once or later, becomes the response that `reject` returns. */
const catching =
  (
    handle: (request: Request) => Response | Promise<Response>,
    reject: (error: unknown) => Response,
  ) =>
  (request: Request): Response | Promise<Response> => {
    try {
      const found = handle(request)
      return found instanceof Promise ? found.catch(reject) : found
    } catch (error) {
      return reject(error)
    }
  }

/** The response to OPTIONS. @throws 404 for an unknown path of the API */
function describeMethods(routes: Parameters<typeof allowedMethods>[0], request: Request): Response {
  const methods = isApi(pathOf(request)) ? allowedMethods(routes, request) : PAGE_METHODS
  if (methods.length === 0) throw unknownUrl()
  return new Response(null, { status: 204, headers: { allow: methods.join(', ') } })
}

/**
 * Returns a HEAD request as the GET request whose headers it asks for. The server sends them without the body, and with
 * its length. WebDAV handles HEAD itself, because GET requires a further scope there.
 */
function readAsGet({ addresses }: AppContext, request: Request): Request {
  if (request.method !== 'HEAD' || isDavPath(pathOf(request))) return request
  const get = new Request(request, { method: 'GET' })
  addresses.pass(request, get)
  return get
}

/** Creates the function that responds to requests of the API. */
function createApiHandler(
  ctx: AppContext,
  {
    compute,
    routeOf,
    reader,
  }: {
    compute: (request: Request) => Promise<Response>
    routeOf: (request: Request) => string
    reader: Reader | undefined
  },
): (request: Request) => Response | Promise<Response> {
  const cache = new ResponseCache(ctx, routeOf)
  // Cached responses are not counted, so that rate limits disable the cache.
  const local =
    ctx.config.rateLimits.api.length > 0
      ? compute
      : (request: Request) => cache.respond(request, () => compute(request))
  return reader ? (request) => reader.handle(request, local) : withPositions(ctx, local)
}

/** When a request arrived, in milliseconds of `performance`, and whether it is outside of the base path. */
interface RequestStart {
  at: number
  isOutside: boolean
}

/** Creates the function for the last step: it adds the CORS headers, counts and logs. */
function finisher(
  ctx: AppContext,
  metrics: Metrics | undefined,
  routeOf: (request: Request) => string,
): (request: Request, response: Response, start: RequestStart) => Response {
  const crossOrigin = openCrossOrigin(ctx.config.corsOrigins)
  return (request, response, { at, isOutside }) => {
    if (crossOrigin && !isOutside && isApi(pathOf(request))) crossOrigin.allow(request, response)
    if (response.status >= 500) response.headers.set('x-request-id', requestId(ctx, request))
    if (!metrics && !ctx.logRequest) return response
    const timed = { status: response.status, ms: performance.now() - at }
    metrics?.record(request.method, isOutside ? 'outside' : routeOf(request), timed)
    logRequest(ctx, request, timed)
    return response
  }
}

/**
 * Successful reads are logged without the client's address, because looking it up costs as much as a cached response.
 */
function logRequest(
  ctx: AppContext,
  request: Request,
  { status, ms }: { status: number; ms: number },
): void {
  if (!ctx.logRequest) return
  ctx.logRequest({
    ...(ctx.config.log.format === 'json' && { request: requestId(ctx, request) }),
    method: request.method,
    path: loggedPath(request).slice(0, MAX_LOGGED_LENGTH),
    status,
    ms: Math.round(ms),
    client: isReading(request) && status < 400 ? undefined : clientAddress(ctx, request),
  })
}

async function stop(server: ReturnType<typeof Bun.serve>): Promise<void> {
  const forcedStop = setTimeout(() => void server.stop(true), GRACE)
  await server.stop()
  clearTimeout(forcedStop)
}

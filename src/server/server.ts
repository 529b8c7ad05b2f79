import type { AppContext } from '@/context'
import { openDav } from '@/dav/dav'
import { isDavPath } from '@/dav/path'
import { clientAddress } from '@/http/client-address'
import { faultResponse, refusalResponse } from '@/http/error-response'
import { admitLargeHeaders, refuseLargeHeaders } from '@/http/header-size'
import { hostCheck } from '@/http/request-host'
import { requestId } from '@/http/request-id'
import { pathOf } from '@/http/request-path'
import { standardHeaders, withStandardHeaders } from '@/http/standard-headers'
import { buildApp } from './app'
import { enterBase } from './base-path'
import { listen } from './listen'
import { inlineScript } from './manifest.gen'
import { METRICS_PATH, type Metrics } from './metrics'
import { tellingPositions } from './positions'
import type { Reader } from './reader'
import { RememberedAnswers } from './remembered-answers'
import { isApi, isReading } from './requests'
import { routeFinder } from './route-table'
import { openToOthers } from './unix-socket'
import { openWebUi } from './web-ui'

export interface RunningServer {
  /** Where it listens, with the base path. */
  url: string
  /** 0 for one on a socket. */
  port: number
  /** Takes no new requests and waits for those under way, but not for long. */
  stop: () => Promise<void>
}

/** Longest wait for requests under way when stopping. */
const GRACE = 2500
/**
 * Seconds without traffic after which a connection is closed; the longest Bun allows. It holds for sockets too, which
 * the types of Bun do not know.
 */
const PATIENCE: object = { idleTimeout: 255 }
/** No upload may be larger, whatever the settings of the instance; routes have smaller limits of their own. */
const MOST_BODY_BYTES = 2 ** 31
/** Characters of a path in the log. */
const LONGEST_LOGGED = 200

/**
 * Listens: the API and feeds go to the app, everything else is the web UI. One log line per request. A server that only
 * reads has a reader, which answers what the app would.
 *
 * @throws Error when it cannot listen there, for the person who starts it.
 */
export function startServer(ctx: AppContext, metrics?: Metrics, reader?: Reader): RunningServer {
  admitLargeHeaders()
  const { host, port, socket } = ctx.config
  // NOTE once `development` is false, Bun shares a port among servers unless it is told not to: a second server on the
  // same data would take every other connection, and neither would know what the other one changed.
  const place = socket ? { unix: socket.path } : { hostname: host, port, reusePort: false }
  const server = listen(ctx.config, () =>
    Bun.serve({
      ...place,
      ...PATIENCE,
      maxRequestBodySize: MOST_BODY_BYTES,
      development: false,
      fetch: answerer(ctx, metrics, reader),
      error: (error) => {
        ctx.log.error({ err: error }, 'a request was not answered')
        return faultResponse()
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

/** Answers requests, counts and logs them. */
function answerer(
  ctx: AppContext,
  metrics: Metrics | undefined,
  reader: Reader | undefined,
): (request: Request) => Response | Promise<Response> {
  const app = buildApp(ctx)
  const { basePath } = ctx.config
  const answerWebUi = openWebUi(basePath)
  const requireHost = hostCheck()
  const standard = standardHeaders(ctx.config.uiUrl)
  const completed = (response: Response) => withStandardHeaders(response, standard)
  const standardOfPages = standardHeaders(ctx.config.uiUrl, inlineScript)
  const completedPage = (page: Response) => withStandardHeaders(page, standardOfPages)
  const routeOf = routeFinder(app.routes)
  const remembered = new RememberedAnswers(ctx, routeOf)
  const compute = async (request: Request) => completed(await app.fetch(request))
  // What is remembered is given again without being counted.
  const local =
    ctx.config.rateLimits.api.length > 0
      ? compute
      : (request: Request) => remembered.answer(request, () => compute(request))
  const answerApi = reader
    ? (request: Request) => reader.answer(request, local)
    : tellingPositions(ctx, local)
  const dav = openDav(ctx)
  const answerDav = reader ? (request: Request) => reader.answer(request, dav.answer) : dav.answer
  const find = (request: Request): Response | Promise<Response> => {
    requireHost(request)
    refuseLargeHeaders(request)
    const path = pathOf(request)
    if (isApi(path)) return answerApi(request)
    if (isDavPath(path)) return answerDav(request).then(completed)
    if (metrics && path === METRICS_PATH) return metrics.answer(request).then(completed)
    return answerWebUi(request).then(completedPage)
  }
  const refuse = (error: unknown) => completed(refusalResponse(error))
  const findOrRefuse = (request: Request) => {
    try {
      const found = find(request)
      return found instanceof Promise ? found.catch(refuse) : found
    } catch (error) {
      return refuse(error)
    }
  }
  const finish = finisher(ctx, metrics, routeOf)
  // An answer that is at hand is given at once: each promise costs something.
  return (received) => {
    const at = performance.now()
    const entered = enterBase(basePath, received)
    if (!(entered instanceof Request))
      return finish(received, completed(entered), { at, isOutside: true })
    const request = entered
    if (request !== received) ctx.addresses.pass(received, request)
    if (request.method === 'DELETE') ctx.reserve.releaseIfNeeded()
    // While its socket is surely there: the answer to an upload may take long.
    if (!isReading(request)) ctx.addresses.of(request)
    const asked = { at, isOutside: false }
    const found = findOrRefuse(request)
    return found instanceof Promise
      ? found.then((response) => finish(request, response, asked))
      : finish(request, found, asked)
  }
}

/** When a request came in, in milliseconds of `performance`, and whether it is none below the base path. */
interface Asked {
  at: number
  isOutside: boolean
}

/** Counts and logs answers. */
function finisher(
  ctx: AppContext,
  metrics: Metrics | undefined,
  routeOf: (request: Request) => string,
): (request: Request, response: Response, asked: Asked) => Response {
  return (request, response, { at, isOutside }) => {
    if (response.status >= 500) response.headers.set('x-request-id', requestId(ctx, request))
    if (!metrics && !ctx.logRequest) return response
    const answered = { status: response.status, ms: performance.now() - at }
    metrics?.note(request.method, isOutside ? 'outside' : routeOf(request), answered)
    logRequest(ctx, request, answered)
    return response
  }
}

/** Answers that read and succeed are logged without the client's address: to find it out costs as much as the answer. */
function logRequest(
  ctx: AppContext,
  request: Request,
  { status, ms }: { status: number; ms: number },
): void {
  if (!ctx.logRequest) return
  ctx.logRequest({
    ...(ctx.config.log.format === 'json' && { request: requestId(ctx, request) }),
    method: request.method,
    path: pathOf(request).slice(0, LONGEST_LOGGED),
    status,
    ms: Math.round(ms),
    client: isReading(request) && status < 400 ? undefined : clientAddress(ctx, request),
  })
}

async function stop(server: ReturnType<typeof Bun.serve>): Promise<void> {
  const patience = setTimeout(() => void server.stop(true), GRACE)
  await server.stop()
  clearTimeout(patience)
}

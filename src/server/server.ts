import type { AppContext } from '@/context'
import { clientAddress } from '@/http/client-address'
import { pathOf } from '@/http/request-path'
import { withStandardHeaders } from '@/http/standard-headers'
import { buildApp } from './app'
import { answerWebUi } from './web-ui'

export interface RunningServer {
  url: string
  /** Takes no new requests and waits for those under way. */
  stop: () => Promise<void>
}

/** Longest wait for requests under way when stopping. */
const GRACE = 10_000
/** Seconds without traffic after which a connection is closed; the longest Bun allows. */
const IDLE_TIMEOUT = 255

const isFeed = (path: string) => /^\/users\/[^/]+\/workouts\.rss$/.test(path)
const isApi = (path: string) => path.startsWith('/api/') || path === '/api' || isFeed(path)
const isReading = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** Listens: the API and feeds go to the app, everything else is the web UI. One log line per request. */
export function startServer(ctx: AppContext): RunningServer {
  const app = buildApp(ctx)
  const server = Bun.serve({
    hostname: ctx.config.host,
    port: ctx.config.port,
    idleTimeout: IDLE_TIMEOUT,
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    fetch: async (request) => {
      const started = performance.now()
      // While its socket is surely there: the answer to an upload may take long.
      if (!isReading(request)) ctx.addresses.of(request)
      const path = pathOf(request)
      const response = withStandardHeaders(
        isApi(path) ? await app.fetch(request) : answerWebUi(request),
      )
      logRequest(ctx, request, { path, status: response.status, started })
      return response
    },
  })
  ctx.addresses.askBy((request) => server.requestIP(request)?.address)
  return {
    url: server.url.href,
    stop: async () => {
      const patience = setTimeout(() => void server.stop(true), GRACE)
      await server.stop()
      clearTimeout(patience)
    },
  }
}

/** Answers that read and succeed are logged without the client's address: to find it out costs as much as the answer. */
function logRequest(
  ctx: AppContext,
  request: Request,
  { path, status, started }: { path: string; status: number; started: number },
): void {
  ctx.logRequest?.({
    method: request.method,
    path,
    status,
    ms: Math.round(performance.now() - started),
    client: isReading(request) && status < 400 ? undefined : clientAddress(ctx, request),
  })
}

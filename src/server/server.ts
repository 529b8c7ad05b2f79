import type { AppContext } from '@/context'
import { clientAddress, rememberAddress } from '@/http/client-address'
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
const isApi = (path: string) => path === '/api' || path.startsWith('/api/') || isFeed(path)

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
      rememberAddress(ctx, request, server.requestIP(request)?.address)
      const path = new URL(request.url).pathname
      const response = withStandardHeaders(
        isApi(path) ? await app.fetch(request) : answerWebUi(request),
      )
      ctx.log.info(
        {
          status: response.status,
          ms: Math.round(performance.now() - started),
          client: clientAddress(ctx, request),
        },
        `${request.method} ${path}`,
      )
      return response
    },
  })
  return {
    url: server.url.href,
    stop: async () => {
      const patience = setTimeout(() => void server.stop(true), GRACE)
      await server.stop()
      clearTimeout(patience)
    },
  }
}

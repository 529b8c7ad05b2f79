import { freePort } from '@/build/free-port'
import { afterTest } from './after-test'

/** A fake server in this process, on a real socket. */
export interface FakeServer {
  url: string
  /** The requests in order. */
  asked: { path: string; query: URLSearchParams; headers: Headers; body: string }[]
}

/** A server that responds as the test defines, until the end of the test. */
export function startFakeServer(
  answer: (request: { path: string; body: string }) => Response | Promise<Response>,
): FakeServer {
  const asked: FakeServer['asked'] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const { pathname: path, searchParams: query } = new URL(request.url)
      const body = await request.text()
      asked.push({ path, query, headers: request.headers, body })
      return answer({ path, body })
    },
  })
  afterTest(() => server.stop(true))
  return { url: `http://127.0.0.1:${server.port}`, asked }
}

/** A URL at which no server listens. */
export function unusedUrl(): string {
  return `http://127.0.0.1:${freePort()}`
}

/** A response that never arrives. */
export const neverResponds = () => new Promise<Response>(() => undefined)

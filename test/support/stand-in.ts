import { freePort } from '@/build/free-port'
import { afterTest } from './after-test'

/** Another server, played by this process on a real socket. */
export interface StandIn {
  url: string
  /** What it was asked, in order. */
  asked: { path: string; query: URLSearchParams; headers: Headers; body: string }[]
}

/** A server that answers as the test says, until the end of the test. */
export function standIn(
  answer: (request: { path: string; body: string }) => Response | Promise<Response>,
): StandIn {
  const asked: StandIn['asked'] = []
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

/** An address where nobody listens. */
export function nobody(): string {
  return `http://127.0.0.1:${freePort()}`
}

/** An answer that comes too late for everybody. */
export const never = () => new Promise<Response>(() => undefined)

import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Requests that the web client makes to the server. */
const OF_SERVER = /^\/(?:api|media)(?:\/|$)|^\/users\/[^/]+\/workouts\.(?:rss|atom)$/

/** Serves the files of a web client on a port, and passes its requests to a server, as a proxy in front of both does. */
export function serveInFront(folder: string, { port, to }: { port: number; to: string }) {
  const page = join(folder, 'index.html')
  return Bun.serve({
    hostname: '127.0.0.1',
    port,
    fetch: (request) => {
      const { pathname, search } = new URL(request.url)
      if (OF_SERVER.test(pathname)) return pass(request, to + pathname + search)
      const file = join(folder, pathname)
      const isFile = pathname !== '/' && existsSync(file)
      return new Response(Bun.file(isFile ? file : page))
    },
  })
}

const pass = (request: Request, url: string): Promise<Response> =>
  fetch(url, {
    method: request.method,
    headers: request.headers,
    body: request.body,
    redirect: 'manual',
    decompress: false,
  } as RequestInit)

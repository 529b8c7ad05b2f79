import { freePort } from '@/build/free-port'

/** A proxy in front of a server that can be stopped, restarted, and changed to modify responses. */
export interface TestProxy {
  url: string
  /** Stops listening. */
  fall: () => Promise<void>
  rise: () => void
  /** Changes the texts of pages, scripts and the like in responses. */
  change: (edit: (text: string, path: string) => string | undefined) => void
  /** Forwards the next matching request, and drops the response. */
  loseNext: (request: string) => void
  /** All requests so far, as `METHOD /path`. */
  asked: string[]
}

const CLOSED_WITHIN_MS = 1000

/** Starts a proxy for a server on a separate port. */
export function startTestProxy(upstream: string): TestProxy {
  const port = freePort()
  let edit: ((text: string, path: string) => string | undefined) | undefined
  const asked: string[] = []
  let lost: string | undefined
  const forward = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const name = `${request.method} ${pathname}`
    asked.push(name)
    const headers = new Headers(request.headers)
    headers.delete('accept-encoding')
    const body = request.body && (await request.arrayBuffer())
    const init = { method: request.method, headers, body, redirect: 'manual' } as const
    const answer = await fetch(`${upstream}${pathname}${search}`, init)
    if (lost === name) {
      lost = undefined
      return new Response('the answer was lost', { status: 502 })
    }
    const passed = new Headers(answer.headers)
    for (const name of ['content-encoding', 'content-length', 'etag']) passed.delete(name)
    if (!edit || !/text|javascript/.test(passed.get('content-type') ?? ''))
      return new Response(answer.body, { status: answer.status, headers: passed })
    const text = edit(await answer.text(), pathname)
    return text === undefined
      ? new Response('not found', { status: 404 })
      : new Response(text, { status: answer.status, headers: passed })
  }
  const listen = () => Bun.serve({ hostname: '127.0.0.1', port, idleTimeout: 60, fetch: forward })
  let server: ReturnType<typeof listen> | undefined = listen()
  return {
    url: `http://127.0.0.1:${port}`,
    fall: async () => {
      const falling = server?.stop(true)
      server = undefined
      // It no longer listens; open connections of browsers may take longer to close.
      await Promise.race([falling, Bun.sleep(CLOSED_WITHIN_MS)])
    },
    rise: () => {
      server ??= listen()
    },
    change: (how) => {
      edit = how
    },
    loseNext: (request) => {
      lost = request
    },
    asked,
  }
}

import { generate } from 'selfsigned'
import { afterTest } from './after-test'

/** A proxy that terminates TLS, as in front of real servers. */
export interface TlsProxy {
  /** `https://localhost:<port>`, which only `fetch` trusts. */
  url: string
  /** Sends requests to the proxy and verifies its certificate. */
  fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>
}

/** Starts a proxy with a self-signed certificate. It is stopped after the test. */
export async function startTlsProxy(upstream: string): Promise<TlsProxy> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
  const proxy = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    tls: { cert, key },
    fetch: (request) => forward(request, upstream),
  })
  afterTest(() => proxy.stop(true))
  return {
    url: `https://localhost:${proxy.port}`,
    fetch: (url, init) => fetch(url, { ...init, tls: { ca: cert } }),
  }
}

function forward(request: Request, upstream: string): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const headers = new Headers(request.headers)
  headers.set('x-forwarded-proto', 'https')
  headers.set('x-forwarded-for', '192.0.2.7')
  return fetch(new URL(pathname + search, upstream), {
    method: request.method,
    headers,
    body: request.body,
    redirect: 'manual',
    decompress: false,
  })
}

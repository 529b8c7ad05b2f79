import { addressWithoutHost } from '@/server/http/request-host'

/** Index of the path in `http://host/path`. For a request with a malformed host, Bun's URL is only the path. */
const afterHost = (url: string) =>
  url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3)

/**
 * Returns the request with its URL relative to the base path, or a response when the URL is outside of it: 404, or a
 * redirect that adds the missing slash. A proxy in front must not strip the base path, because the server could then
 * not distinguish its own URLs from others.
 */
export function enterBase(basePath: string, received: Request): Request | Response {
  const address = addressWithoutHost(received) ?? received.url
  const start = basePath === '' ? -1 : afterHost(address)
  if (start < 0) return at(address, received)
  const path = address.slice(start)
  if (path.startsWith(`${basePath}/`))
    return at(`${address.slice(0, start)}${path.slice(basePath.length)}`, received)
  const isBase = path === basePath || path.startsWith(`${basePath}?`)
  if (!isBase || !['GET', 'HEAD'].includes(received.method))
    return new Response('not found', { status: 404 })
  const location = `${basePath}/${path.slice(basePath.length)}`
  return new Response(null, { status: 308, headers: { location } })
}

/** The request with another URL; unchanged when the URL is malformed, which is reported later. */
const at = (address: string, received: Request): Request =>
  address === received.url || !URL.canParse(address) ? received : new Request(address, received)

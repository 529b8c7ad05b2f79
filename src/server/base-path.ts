import { isDavPath } from '@/server/dav/path'
import { addressWithoutHost } from '@/server/http/request-host'
import { pathOf } from '@/server/http/request-path'
import { isApi, isReading, METADATA_PATH } from './request-kind'

/** Index of the path in `http://host/path`. For a request with a malformed host, Bun's URL is only the path. */
const afterHost = (url: string) =>
  url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3)

/**
 * Returns the request with its URL relative to the base path, or a response when the URL is outside of it: 404, or a
 * redirect that adds the missing slash. A proxy in front must not strip the base path, because the server could then
 * not distinguish its own URLs from others.
 */
export function enterBase(basePath: string, received: Request): Request | Response {
  const requested = addressWithoutHost(received) ?? received.url
  const address = collapseSlashes(requested)
  const entered = enterAt(basePath, address, received)
  // A page reads its URL itself.
  const isRedirected =
    address !== requested && entered instanceof Request && isPage(pathOf(entered))
  if (!isRedirected || !isReading(received)) return entered
  return redirectTo(address.slice(afterHost(address)))
}

const isPage = (path: string) => !isApi(path) && !isDavPath(path)

const redirectTo = (location: string) => new Response(null, { status: 308, headers: { location } })

function enterAt(basePath: string, address: string, received: Request): Request | Response {
  const start = basePath === '' ? -1 : afterHost(address)
  if (start < 0) return at(address, received)
  const path = address.slice(start)
  if (path.startsWith(`${basePath}/`))
    return at(`${address.slice(0, start)}${path.slice(basePath.length)}`, received)
  // RFC 8414, 3.1: the well-known path precedes that of the issuer.
  if (path === METADATA_PATH + basePath)
    return at(address.slice(0, start) + METADATA_PATH, received)
  const isBase = path === basePath || path.startsWith(`${basePath}?`)
  if (!isBase || !isReading(received)) return new Response('not found', { status: 404 })
  return redirectTo(`${basePath}/${path.slice(basePath.length)}`)
}

/**
 * Replaces repeated slashes in the path with one, because clients join a server's URL that ends with a slash to a path
 * that begins with one.
 */
function collapseSlashes(address: string): string {
  const start = afterHost(address)
  const first = start < 0 ? -1 : address.indexOf('//', start)
  if (first < 0) return address
  const query = address.indexOf('?', start)
  if (query >= 0 && query < first) return address
  const end = query < 0 ? address.length : query
  const path = address.slice(start, end).replace(/\/{2,}/g, '/')
  return address.slice(0, start) + path + address.slice(end)
}

/** The request with another URL; unchanged when the URL is malformed, which is reported later. */
const at = (address: string, received: Request): Request =>
  address === received.url || !URL.canParse(address) ? received : new Request(address, received)

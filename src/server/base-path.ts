import { addressWithoutHost } from '@/http/request-host'

/** Where the path begins in `http://host/path`; Bun has only a path for a request whose host is malformed. */
const afterHost = (url: string) =>
  url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3)

/**
 * A request as it is below the base path, or the answer to one that does not lead there: 404, or the way to the slash
 * that is missing. A proxy in front has to leave the path as it is: were it taken away there, nothing would tell what
 * is meant for this server and what is not.
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

/** A request at another address; as it is when that is none, which is told later. */
const at = (address: string, received: Request): Request =>
  address === received.url || !URL.canParse(address) ? received : new Request(address, received)

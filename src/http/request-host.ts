import { badRequest } from '@/errors'

/** Where a host of one letter ends in `http://h/`. */
const SHORTEST_ORIGIN = 8

/**
 * Checks that the address of a request can be used, which it cannot when its `Host` header is none: then Bun has only
 * the path, or an address that nothing parses. It knows again the host it saw last: nearly all requests name the same.
 */
export function hostCheck(): (request: Request) => void {
  let known = ' '
  return ({ url }) => {
    if (url.startsWith(known)) return
    if (!URL.canParse(url)) throw badRequest('the host is malformed')
    known = url.slice(0, url.indexOf('/', SHORTEST_ORIGIN) + 1)
  }
}

/**
 * An address for a request that came without a host, as old clients and health checks send them; undefined for any
 * other.
 */
export const addressWithoutHost = ({ url, headers }: Request): string | undefined =>
  url.startsWith('/') && !headers.has('host') ? `http://localhost${url}` : undefined

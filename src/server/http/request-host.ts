import { badRequest } from '@/lib/errors'

/** Length of the shortest origin, `http://h`; the slash after it cannot come earlier. */
const MIN_ORIGIN = 8

/**
 * Returns a check that the URL of a request is usable. It is not when the `Host` header is malformed, for which Bun
 * gives only the path or an unparsable URL, or when there are several hosts (RFC 9112, 3.2), which Bun joins with
 * commas: a proxy in front may have used a different one. The last valid host is cached, since nearly all requests have
 * the same.
 */
export function hostCheck(): (request: Request) => void {
  let known = ' '
  return ({ url, headers }) => {
    if (headers.get('host')?.includes(',')) throw badRequest('there is more than one host')
    if (url.startsWith(known)) return
    if (!URL.canParse(url)) throw badRequest('the host is malformed')
    known = url.slice(0, url.indexOf('/', MIN_ORIGIN) + 1)
  }
}

/** A URL for a request without a host, as old clients and health checks send them; undefined for any other. */
export const addressWithoutHost = ({ url, headers }: Request): string | undefined =>
  url.startsWith('/') && !headers.has('host') ? `http://localhost${url}` : undefined

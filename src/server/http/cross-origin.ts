/** Request headers that the API reads, and that pages may therefore send. */
const REQUEST_HEADERS = [
  ...['accept-language', 'authorization', 'content-disposition', 'content-type'],
  ...['idempotency-key', 'if-match', 'if-modified-since', 'if-none-match', 'if-range'],
  ...['if-unmodified-since', 'range', 'x-api-dialect'],
].join(', ')
/** Seconds for which browsers may reuse the response to a preflight request; Chromium's maximum. */
const PREFLIGHT_LIFETIME = 7200

/** Lets pages of other origins call the API with tokens (the CORS protocol of the Fetch standard). */
export interface CrossOrigin {
  /** Adds the headers that allow the page of a request to read the response. */
  allow: (request: Request, response: Response) => void
}

/**
 * Returns the rule for the configured origins, where `*` means all of them; undefined if there are none.
 *
 * NOTE credentials are never allowed, so that browsers send no cookies, and the pages of other origins can act only for
 * users whose token they have.
 */
export function openCrossOrigin(origins: readonly string[]): CrossOrigin | undefined {
  if (origins.length === 0) return undefined
  const isOpen = origins.includes('*')
  return {
    allow: (request, { headers }) => {
      if (!isOpen) headers.append('vary', 'origin')
      const origin = request.headers.get('origin')
      if (origin === null || (!isOpen && !origins.includes(origin.toLowerCase()))) return
      headers.delete('set-cookie')
      headers.set('access-control-allow-origin', isOpen ? '*' : origin)
      if (isPreflight(request)) allowRequests(headers)
      else headers.set('access-control-expose-headers', '*')
    },
  }
}

/** Whether a browser asks whether a page may send a certain request. */
const isPreflight = ({ method, headers }: Request) =>
  method === 'OPTIONS' && headers.has('access-control-request-method')

function allowRequests(headers: Headers): void {
  headers.set('access-control-allow-methods', headers.get('allow') ?? '')
  headers.set('access-control-allow-headers', REQUEST_HEADERS)
  headers.set('access-control-max-age', String(PREFLIGHT_LIFETIME))
}

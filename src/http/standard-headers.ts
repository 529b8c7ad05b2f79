/** Everything comes from this server; styles are also written inline by the UI library. */
const CONTENT_POLICY = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'self'",
  "form-action 'self'",
].join('; ')

const HEADERS: [name: string, value: string][] = [
  ['content-security-policy', CONTENT_POLICY],
  ['referrer-policy', 'same-origin'],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
]

/** For a year, browsers come by TLS only. They ignore it where they did not. */
const TLS_ONLY: [name: string, value: string] = ['strict-transport-security', 'max-age=31536000']

/**
 * Adds what browsers should be told with every answer; no cache keeps one that does not say how. JSON goes out as plain
 * `application/json`: it is UTF-8 by definition, and some clients compare the whole value.
 */
export function standardHeaders(uiUrl: string): (response: Response) => Response {
  const added = uiUrl.startsWith('https:') ? [...HEADERS, TLS_ONLY] : HEADERS
  return (response) => {
    const { headers } = response
    if (headers.get('content-type')?.startsWith('application/json'))
      headers.set('content-type', 'application/json')
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
    for (const [name, value] of added) headers.set(name, value)
    return response
  }
}

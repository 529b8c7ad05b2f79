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

const HEADERS = Object.entries({
  'content-security-policy': CONTENT_POLICY,
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
})

/**
 * Adds what browsers should be told with every answer. JSON goes out as plain `application/json`: it is UTF-8 by
 * definition, and some clients compare the whole value.
 */
export function withStandardHeaders(response: Response): Response {
  const { headers } = response
  if (headers.get('content-type')?.startsWith('application/json'))
    headers.set('content-type', 'application/json')
  for (const [name, value] of HEADERS) headers.set(name, value)
  return response
}

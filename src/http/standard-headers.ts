import { type HeaderRecord, plainType, WholeResponse } from './transfer'

/** Everything comes from this server; styles are also written inline by the UI library. */
const POLICY = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'self'",
  "form-action 'self'",
]

const HEADERS: [name: string, value: string][] = [
  ['referrer-policy', 'same-origin'],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
]

/** For a year, browsers come by TLS only. They ignore it where they did not. */
const TLS_ONLY: [name: string, value: string] = ['strict-transport-security', 'max-age=31536000']

/**
 * What browsers should be told with every answer. In a page they run the one script, if any, that the source of a policy
 * given as `inlineScript` stands for.
 */
export function standardHeaders(uiUrl: string, inlineScript = ''): HeaderRecord {
  const own = inlineScript === '' ? [] : [`script-src 'self' ${inlineScript}`]
  return Object.fromEntries([
    ['content-security-policy', [...POLICY, ...own].join('; ')],
    ...HEADERS,
    ...(uiUrl.startsWith('https:') ? [TLS_ONLY] : []),
  ])
}

/**
 * Adds the standard headers to an answer that does not have them yet; no cache keeps one that does not say how.
 */
export function withStandardHeaders(response: Response, added: HeaderRecord): Response {
  if (response instanceof WholeResponse) return response
  const { headers } = response
  const type = headers.get('content-type')
  if (type !== null) headers.set('content-type', plainType(type))
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  for (const [name, value] of Object.entries(added)) headers.set(name, value)
  return response
}

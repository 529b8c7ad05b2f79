import { type HeaderRecord, plainType, WholeResponse } from './compression'

/** Everything is loaded from this server. The UI library also writes inline styles. */
const POLICY = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'self'",
  "form-action 'self'",
]

/** Browser features that our pages do not use, disabled so that an injected script cannot use them either. */
const UNUSED_FEATURES = [
  ...['accelerometer', 'camera', 'display-capture', 'gyroscope', 'hid'],
  ...['magnetometer', 'microphone', 'midi', 'payment', 'serial', 'usb'],
]

/** Headers that are only sent with pages: with every response they would add kilobytes to each screen. */
export const PAGE_HEADERS: HeaderRecord = {
  'cross-origin-opener-policy': 'same-origin',
  // Forms for privacy zones offer the position of the device.
  'permissions-policy': [
    ...UNUSED_FEATURES.map((feature) => `${feature}=()`),
    'geolocation=(self)',
  ].join(', '),
}

const HEADERS: [name: string, value: string][] = [
  ['referrer-policy', 'same-origin'],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
]

/** Makes browsers use TLS only, for a year. They ignore it on connections without TLS. */
const TLS_ONLY: [name: string, value: string] = ['strict-transport-security', 'max-age=31536000']

/**
 * Headers for browsers, sent with every response. `inlineScript` is the CSP source of the one inline script that a page
 * may run, if any.
 */
export function standardHeaders(uiUrl: string, inlineScript = ''): HeaderRecord {
  const own = inlineScript === '' ? [] : [`script-src 'self' ${inlineScript}`]
  return Object.fromEntries([
    ['content-security-policy', [...POLICY, ...own].join('; ')],
    ...HEADERS,
    ...(uiUrl.startsWith('https:') ? [TLS_ONLY] : []),
  ])
}

/** Adds the standard headers to a response that lacks them. Responses without cache control are not cached. */
export function withStandardHeaders(response: Response, added: HeaderRecord): Response {
  if (response instanceof WholeResponse) return response
  const { headers } = response
  const type = headers.get('content-type')
  if (type !== null) headers.set('content-type', plainType(type))
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  for (const [name, value] of Object.entries(added)) headers.set(name, value)
  return response
}

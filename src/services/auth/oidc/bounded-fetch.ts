import type { CustomFetch } from 'openid-client'
import { type Fetch, OutgoingError, requireBounded } from '@/lib/network/outgoing'

/** Seconds within which a complete response must arrive. */
export const TIMEOUT_SECONDS = 10
const MAX_BYTES = 1024 * 1024

/**
 * Fetches for the OpenID Connect client, as all requests to other servers: without redirects, and with a limit for the
 * size of responses. The client aborts requests that take too long.
 *
 * @throws OutgoingError when the provider cannot be reached, has an internal error, or sends too large a response.
 */
export const boundedFetch =
  (fetch: Fetch, userAgent: string): CustomFetch =>
  async (url, { body, ...options }) => {
    const headers = { ...options.headers, 'user-agent': userAgent }
    const response = await fetch(url, {
      ...options,
      // The client only sends forms.
      ...(body instanceof URLSearchParams && { body }),
      headers,
      redirect: 'manual',
    }).catch(() => {
      throw new OutgoingError('is unreachable')
    })
    const { status } = response
    const bytes = await requireBounded(response, MAX_BYTES).catch((error) => {
      throw error instanceof OutgoingError ? error : new OutgoingError('sent half a response')
    })
    if (status >= 500) throw new OutgoingError(`answered ${status}`)
    return new Response(bytes.length === 0 ? null : bytes, { status, headers: response.headers })
  }

import type { AppContext } from '@/services/context'
import { clientAddress } from './client-address'
import { vouchForProxyUser } from './proxy-user'

/** The other server does not respond. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'
}

/** Headers of one connection (RFC 9110, 7.6.1), and those that are replaced. */
const OF_CONNECTION = [
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'host', 'x-forwarded-for'],
]

/**
 * Forwards a request to another of our servers, and returns its response. Bodies are streamed in both directions and
 * stay compressed. `X-Forwarded-For` has the client's address, which the other server uses if it trusts this one.
 *
 * @throws UnreachableError when there is no response.
 */
export async function forward(
  ctx: Pick<AppContext, 'addresses' | 'config' | 'proxySigner'>,
  request: Request,
  { to, headers: added }: { to: string; headers: Record<string, string> },
): Promise<Response> {
  const headers = endToEnd(request.headers)
  vouchForProxyUser(ctx, request, headers)
  headers.set('x-forwarded-for', clientAddress(ctx, request))
  // WebDAV clients specify the target of a MOVE with the host they use.
  if (!headers.has('x-forwarded-host')) headers.set('x-forwarded-host', new URL(request.url).host)
  for (const [name, value] of Object.entries(added)) headers.set(name, value)
  try {
    const response = await fetch(to, {
      method: request.method,
      headers,
      body: request.body,
      redirect: 'manual',
      decompress: false,
      signal: request.signal,
      timeout: false,
    } as RequestInit)
    const { status, statusText, body } = response
    return new Response(body, { status, statusText, headers: endToEnd(response.headers) })
  } catch (error) {
    if (request.signal.aborted) throw error
    throw new UnreachableError('the other server does not respond', { cause: error })
  }
}

function endToEnd(received: Headers): Headers {
  const headers = new Headers(received)
  const named = received.get('connection')?.split(',') ?? []
  for (const name of [...OF_CONNECTION, ...named.map((one) => one.trim())])
    if (name !== '') headers.delete(name)
  return headers
}

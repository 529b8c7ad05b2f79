import type { AppContext } from '@/context'
import { clientAddress } from './client-address'

/** The other server does not answer. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'
}

/** Headers that concern one connection (RFC 9110, 7.6.1), and those that are written anew. */
const OF_CONNECTION = [
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'host', 'x-forwarded-for'],
]

/**
 * Sends a request on to another server of ours, and answers what that says. Bodies are streamed both ways and stay
 * compressed; the client is named in `X-Forwarded-For`, which the other server believes when it trusts this one.
 *
 * @throws UnreachableError when there is no answer.
 */
export async function forward(
  ctx: Pick<AppContext, 'addresses' | 'config'>,
  request: Request,
  { to, headers: added }: { to: string; headers: Record<string, string> },
): Promise<Response> {
  const headers = endToEnd(request.headers)
  headers.set('x-forwarded-for', clientAddress(ctx, request))
  for (const [name, value] of Object.entries(added)) headers.set(name, value)
  try {
    const answer = await fetch(to, {
      method: request.method,
      headers,
      body: request.body,
      redirect: 'manual',
      decompress: false,
      signal: request.signal,
      timeout: false,
    } as RequestInit)
    const { status, statusText, body } = answer
    return new Response(body, { status, statusText, headers: endToEnd(answer.headers) })
  } catch (error) {
    if (request.signal.aborted) throw error
    throw new UnreachableError('the other server does not answer', { cause: error })
  }
}

function endToEnd(received: Headers): Headers {
  const headers = new Headers(received)
  const named = received.get('connection')?.split(',') ?? []
  for (const name of [...OF_CONNECTION, ...named.map((one) => one.trim())])
    if (name !== '') headers.delete(name)
  return headers
}

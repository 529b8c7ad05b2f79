import { KeyedLock } from '@/lib/concurrency/lock'
import { preconditionFailed } from '@/lib/errors'
import { isSameStrongTag } from '@/lib/network/entity-tag'
import { isJson, MAX_JSON, readLimited, TOO_LARGE } from '@/server/http/body'
import { pathOf } from '@/server/http/request-path'
import type { AppContext } from '@/services/context'

type Compute = (request: Request) => Promise<Response>

/** The methods of routes that write. No route has any other, such as TRACE, which is answered with 405. */
const WRITES = /^(POST|PUT|PATCH|DELETE)$/

/** Headers that describe the body of a request, or its conditions. */
const OF_WRITE = ['content-encoding', 'content-length', 'content-type', 'if-match']

/**
 * Wraps `compute` so that writes with `If-Match` are only executed if GET of the same URL has one of these entity tags.
 * The condition and the write are evaluated under a lock for the path, so that only one of several conditional writes of
 * the same version succeeds. Their responses have the new entity tag.
 *
 * NOTE a write without a condition does not wait for the lock: its client has chosen to overwrite whatever is there.
 */
export function withConditions(ctx: Pick<AppContext, 'addresses'>, compute: Compute): Compute {
  const locks = new KeyedLock()
  const readTag = (request: Request) => getTag(ctx, request, compute)
  return async (request) => {
    const condition = WRITES.test(request.method) ? request.headers.get('if-match') : null
    if (condition === null) return compute(request)
    const isMet = ({ tag }: Found) => tag !== undefined && isSameStrongTag(condition, tag)
    const before = await readTag(request)
    if (before.error) return before.error
    if (!isMet(before)) throw preconditionFailed()
    const complete = await withBodyRead(ctx, request)
    return locks.hold(pathOf(request), async () => {
      const found = await readTag(request)
      if (found.error) return found.error
      if (!isMet(found)) throw preconditionFailed()
      const response = await compute(complete)
      const { tag } = response.ok ? await readTag(request) : { tag: undefined }
      if (tag !== undefined) response.headers.set('etag', tag)
      return response
    })
  }
}

/** The entity tag of what a request is about, or the error response with which reading it failed. */
interface Found {
  tag?: string | undefined
  error?: Response
}

/** Reads the entity tag with the permissions of the request. A write whose condition cannot be evaluated must not happen. */
async function getTag(
  { addresses }: Pick<AppContext, 'addresses'>,
  request: Request,
  compute: Compute,
): Promise<Found> {
  const headers = new Headers(request.headers)
  for (const name of OF_WRITE) headers.delete(name)
  const get = new Request(request.url, { headers, signal: request.signal })
  addresses.pass(request, get)
  const response = await compute(get)
  if (response.ok) {
    await response.body?.cancel()
    return { tag: response.headers.get('etag') ?? undefined }
  }
  // There is nothing to read at this URL, so that no entity tag is the current one.
  return response.status === METHOD_NOT_ALLOWED ? {} : { error: response }
}

const METHOD_NOT_ALLOWED = 405

/**
 * The request with its JSON body in memory, so that a client that sends slowly does not hold the lock. Other bodies are
 * uploads, which are read by their route.
 */
async function withBodyRead(
  { addresses }: Pick<AppContext, 'addresses'>,
  request: Request,
): Promise<Request> {
  if (!request.body || !isJson(request)) return request
  const body = await readLimited(request, MAX_JSON, TOO_LARGE)
  const { url, method, headers, signal } = request
  const complete = new Request(url, { method, headers, signal, body: new Uint8Array(body) })
  addresses.pass(request, complete)
  return complete
}

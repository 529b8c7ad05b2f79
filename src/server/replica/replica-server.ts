import { primaryDown } from '@/lib/errors'
import { POSITION_REQUEST } from '@/server/http/client-address'
import { forward, UnreachableError } from '@/server/http/forward'
import { pathOf } from '@/server/http/request-path'
import { isReading, isShared } from '@/server/request-kind'
import type { AppContext } from '@/services/context'
import { ownWrites } from './read-your-writes'
import { watchCopy } from './watch-replica'

/** Handles a request with the replica. */
type Local = (request: Request) => Response | Promise<Response>

/**
 * Request handling of a read-only server: responds from its replica if possible, and forwards other requests to the
 * primary.
 */
export interface Reader {
  /** Responds to a request, using `local` for the replica. @throws 503 when it requires the primary, which is down. */
  handle: (request: Request, local: Local) => Promise<Response>
  /** Starts to watch whether the replica is up to date. */
  start: () => { stop: () => void }
}

interface Options {
  /** URL of the primary, without a trailing slash. */
  primaryUrl: string
  /** Returns why the replica cannot be read; undefined when it can. */
  describeReplicaProblem: () => string | undefined
}

/**
 * Paths with state in the primary's process (the setup link, its backups, its inbox), or that read many originals, which
 * a replica may lack.
 */
const OF_PRIMARY =
  /^\/(api\/(setup|backups|operations|workouts\/measurements\/comparison)|dav)(\/|$)/

export function openReader(
  ctx: AppContext,
  { primaryUrl, describeReplicaProblem }: Options,
): Reader {
  const writes = ownWrites(ctx)
  const watch = watchCopy(ctx, { primaryUrl })
  const send = (request: Request, headers: Record<string, string> = {}) =>
    forward(ctx, request, { to: primaryUrl + pathAndQuery(request), headers })
  const requestPrimary = (request: Request) => unlessDown(send(request))

  const write = async (request: Request): Promise<Response> => {
    const response = await send(request, { [POSITION_REQUEST]: 'after-write' })
    if (response.status < 400) writes.record(request, response)
    return response
  }
  const read = async (request: Request, local: Local): Promise<Response> => {
    if (OF_PRIMARY.test(pathOf(request)) || describeReplicaProblem() !== undefined)
      return send(request)
    // The primary records that a link was opened, and knows first that it was revoked.
    const isOld = isShared(pathOf(request)) || watch.isBehind() || (await writes.areUnseen(request))
    return (isOld ? await requestPrimary(request) : undefined) ?? fromReplica(request, local, isOld)
  }
  const fromReplica = async (request: Request, local: Local, isRequested: boolean) => {
    const response = await local(request)
    if (!mayBeNewer(request, response)) return response
    const newer = isRequested ? undefined : await requestPrimary(request)
    if (newer) await response.body?.cancel()
    if (!newer && response.status >= 500) throw primaryDown()
    return newer ?? response
  }
  return {
    handle: (request, local) =>
      (isReading(request) ? read(request, local) : write(request)).catch((error) => {
        throw error instanceof UnreachableError ? primaryDown() : error
      }),
    start: watch.start,
  }
}

/**
 * The response of the primary; undefined while it is down, because for reads an old replica is better than an error.
 */
const unlessDown = (sent: Promise<Response>): Promise<Response | undefined> =>
  sent.catch((error) => {
    if (error instanceof UnreachableError) return undefined
    throw error
  })

/**
 * Whether the primary may have a newer response: a token or an object may be new there, or the response requires a
 * write.
 */
const mayBeNewer = ({ headers }: Request, { status }: Response): boolean =>
  status === 404 || status >= 500 || (status === 401 && headers.has('authorization'))

function pathAndQuery({ url }: Request): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

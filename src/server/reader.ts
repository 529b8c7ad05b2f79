import type { AppContext } from '@/context'
import { primaryDown } from '@/errors'
import { forward, UnreachableError } from '@/http/forward'
import { pathOf } from '@/http/request-path'
import { ownWrites } from './own-writes'
import { POSITION_WANTED } from './positions'
import { isReading } from './requests'
import { watchCopy } from './watch-copy'

/** Answers a request from the copy. */
type Local = (request: Request) => Response | Promise<Response>

/** Of a server that only reads: decides what is answered from its copy, and sends the rest to the primary. */
export interface Reader {
  /** Answers a request, with `local` what can be. @throws 503 when it takes the primary, which is down. */
  answer: (request: Request, local: Local) => Promise<Response>
  /** Begins to watch whether the copy is kept current. */
  start: () => { stop: () => void }
}

interface Options {
  /** Address of the primary, without a trailing slash. */
  primaryUrl: string
  /** Why the copy cannot be read now; undefined when it can. */
  faultOfCopy: () => string | undefined
}

/** What only the process of the primary knows: its link for the first account, its backups, its inbox. */
const OF_PRIMARY = /^\/(api\/(setup|backups)|dav)(\/|$)/

export function openReader(ctx: AppContext, { primaryUrl, faultOfCopy }: Options): Reader {
  const writes = ownWrites(ctx)
  const watch = watchCopy(ctx, { primaryUrl })
  const send = (request: Request, headers: Record<string, string> = {}) =>
    forward(ctx, request, { to: primaryUrl + pathAndQuery(request), headers })
  const ask = (request: Request) => unlessDown(send(request))

  const write = async (request: Request): Promise<Response> => {
    const answer = await send(request, { [POSITION_WANTED]: 'after-write' })
    if (answer.status < 400) writes.note(request, answer)
    return answer
  }
  const read = async (request: Request, local: Local): Promise<Response> => {
    if (OF_PRIMARY.test(pathOf(request)) || faultOfCopy() !== undefined) return send(request)
    const isOld = watch.isBehind() || (await writes.areUnseen(request))
    return (isOld ? await ask(request) : undefined) ?? fromCopy(request, local, isOld)
  }
  const fromCopy = async (request: Request, local: Local, isAsked: boolean) => {
    const answer = await local(request)
    if (!mayBeNewer(request, answer)) return answer
    const newer = isAsked ? undefined : await ask(request)
    if (newer) await answer.body?.cancel()
    if (!newer && answer.status >= 500) throw primaryDown()
    return newer ?? answer
  }
  return {
    answer: (request, local) =>
      (isReading(request) ? read(request, local) : write(request)).catch((error) => {
        throw error instanceof UnreachableError ? primaryDown() : error
      }),
    start: watch.start,
  }
}

/** An answer of the primary; undefined while it is down: for reading, the copy is better than nothing. */
const unlessDown = (sent: Promise<Response>): Promise<Response | undefined> =>
  sent.catch((error) => {
    if (error instanceof UnreachableError) return undefined
    throw error
  })

/** Whether the primary may know better: a token or a thing is new there, or the answer takes writing. */
const mayBeNewer = ({ headers }: Request, { status }: Response): boolean =>
  status === 404 || status >= 500 || (status === 401 && headers.has('authorization'))

function pathAndQuery({ url }: Request): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

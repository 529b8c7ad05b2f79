import { AppError, badRequest } from '@/lib/errors'
import { hashText } from '@/lib/text/digest'
import { DAY } from '@/lib/time/clock'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import {
  deleteIdempotencyKey,
  findIdempotencyKey,
  type IdempotencyKeyRow,
  insertIdempotencyKey,
  type UserKey,
  updateIdempotentResponse,
} from '@/store/db/queries/tasks/idempotency-keys'

/** Milliseconds for which a key is remembered. */
export const KEY_LIFETIME = DAY
const MAX_KEY_LENGTH = 255

/** The response to a request: its status, and the value that is sent as JSON. */
export interface OnceResponse<Body = unknown> {
  status: number
  body: Body
}

/** A request that a client may repeat. */
export interface RepeatableRequest {
  caller: Caller
  /** The `Idempotency-Key`; null without one. */
  key: string | null
  /** What the key was used for: the method and the URL. */
  target: string
  /** Whether the work can be repeated after the server was stopped in the middle of it, without creating anything twice. */
  isRepeatable: boolean
}

type Work<Body> = (state: { isRepeated: boolean }) => Promise<OnceResponse<Body>>

/**
 * Returns a function that executes the work of a request once for each key within a day. A repeated request gets the
 * response of the first. A request that fails changes nothing, and its key can be used again. The key is durable before
 * the work begins. If the server stops during the work, it is repeated (`isRepeated`) if possible.
 *
 * @throws 409 while the first request is in progress, or when it was interrupted and cannot be repeated; 422 when the key
 *   belongs to another URL.
 */
export function openRunOnce(ctx: AppContext) {
  const running = new Set<string>()
  return async <Body>(
    request: RepeatableRequest,
    work: Work<Body>,
  ): Promise<OnceResponse<Body>> => {
    const { caller, key, target } = request
    if (key === null) return work({ isRepeated: false })
    if (key === '' || key.length > MAX_KEY_LENGTH)
      throw badRequest('the idempotency key is invalid')
    const own = { userId: caller.userId, keyHash: hashText(key) }
    const name = `${own.userId} ${own.keyHash}`
    if (running.has(name)) throw conflict('the first request with this key is in progress')
    running.add(name)
    try {
      const since = ctx.clock.now() - KEY_LIFETIME
      const found = await findIdempotencyKey(ctx.db, { ...own, since })
      const stored = found && storedResponse<Body>(found, request)
      if (stored) return stored
      return await runFirst(ctx, { ...own, target, isRepeated: found !== undefined }, work)
    } finally {
      running.delete(name)
    }
  }
}

/** The response to the first request; undefined if it must be repeated. @throws 409, 422 */
function storedResponse<Body>(
  found: IdempotencyKeyRow,
  { target, isRepeatable }: RepeatableRequest,
): OnceResponse<Body> | undefined {
  if (found.target !== target)
    throw new AppError(422, {
      message: 'the idempotency key was used for another URL',
      status: 'error',
    })
  if (found.status !== null && found.body !== null)
    return { status: found.status, body: JSON.parse(found.body) }
  if (isRepeatable) return undefined
  throw conflict('the first request with this key was interrupted: look what it has done')
}

const conflict = (message: string) => new AppError(409, { message, status: 'error' })

async function runFirst<Body>(
  ctx: AppContext,
  { target, isRepeated, ...own }: UserKey & { target: string; isRepeated: boolean },
  work: Work<Body>,
): Promise<OnceResponse<Body>> {
  const now = ctx.clock.now()
  if (!isRepeated)
    await transact(ctx, ({ db }) => insertIdempotencyKey(db, { ...own, target, now }))
  const response = await work({ isRepeated }).catch(async (error) => {
    // A rejected request has changed nothing. After other errors, what was done is unknown.
    if (error instanceof AppError) await transact(ctx, ({ db }) => deleteIdempotencyKey(db, own))
    throw error
  })
  await transact(ctx, ({ db }) =>
    response.status >= 400
      ? deleteIdempotencyKey(db, own)
      : updateIdempotentResponse(db, {
          ...own,
          status: response.status,
          body: JSON.stringify(response.body),
        }),
  )
  return response
}

import { comesFromProxy, POSITION_REQUEST } from '@/server/http/client-address'
import type { AppContext } from '@/services/context'
import { markPosition } from '@/use-cases/instance/replication-position'

/** Response header with the replication position. */
export const POSITION = 'x-milepost-position'

type RequestHandler = (request: Request) => Response | Promise<Response>

/**
 * Wraps `handle` so that trusted read-only servers get the replication position after their request. A replica at this
 * position contains the request's writes.
 */
export const withPositions =
  (ctx: AppContext, handle: RequestHandler): RequestHandler =>
  (request) => {
    const when = request.headers.get(POSITION_REQUEST)
    return when === null ? handle(request) : handleAndSetPosition({ ctx, handle }, request, when)
  }

async function handleAndSetPosition(
  { ctx, handle }: { ctx: AppContext; handle: RequestHandler },
  request: Request,
  when: string,
): Promise<Response> {
  const response = await handle(request)
  const isWritten = when === 'now' || response.status < 400
  if (isWritten && comesFromProxy(ctx, request)) await setPosition(ctx, response)
  return response
}

async function setPosition(ctx: AppContext, { headers }: Response): Promise<void> {
  try {
    headers.set(POSITION, String(await markPosition(ctx)))
  } catch (error) {
    ctx.log.warn({ err: error }, 'could not mark the replication position')
  }
}

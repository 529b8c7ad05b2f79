import type { AppContext } from '@/context'
import { comesFromProxy } from '@/http/client-address'
import { markPosition } from '@/use-cases/instance/mark-position'

/** By which a server that only reads asks for the position after a request: `after-write`, or `now`. */
export const POSITION_WANTED = 'x-milepost-position-wanted'
/** The position, in an answer. */
export const POSITION = 'x-milepost-position'

type Answer = (request: Request) => Response | Promise<Response>

/**
 * Answers like `answer`, and tells a server that only reads, and is trusted, how far the database has come with its
 * request: its copy holds what was written when it has come as far.
 */
export const tellingPositions =
  (ctx: AppContext, answer: Answer): Answer =>
  (request) => {
    const wanted = request.headers.get(POSITION_WANTED)
    return wanted === null ? answer(request) : answerTelling({ ctx, answer }, request, wanted)
  }

async function answerTelling(
  { ctx, answer }: { ctx: AppContext; answer: Answer },
  request: Request,
  wanted: string,
): Promise<Response> {
  const response = await answer(request)
  const isWritten = wanted === 'now' || response.status < 400
  if (isWritten && comesFromProxy(ctx, request)) await tell(ctx, response)
  return response
}

async function tell(ctx: AppContext, { headers }: Response): Promise<void> {
  try {
    headers.set(POSITION, String(await markPosition(ctx)))
  } catch (error) {
    ctx.log.warn({ err: error }, 'the position was not marked')
  }
}

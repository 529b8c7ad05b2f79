import { overloaded, uploadTooSlow } from '@/lib/errors'
import { type Pace, readPacedChunks, SlowBodyError } from '@/lib/network/paced-body'
import { TooManyUploadsError } from '@/lib/network/upload-bodies'
import type { Caller } from '@/policy/caller'
import { clientNetwork } from '@/server/http/client-address'
import type { AppContext } from '@/services/context'

/** The chunks of a request body. */
export type BodyChunks = AsyncIterable<Uint8Array>

/** Reads the body of an upload, which counts towards the limit of concurrent uploads. @throws 408, 503 */
export const readUpload = (
  ctx: AppContext,
  request: Request,
  { userId: accountId }: Caller,
): BodyChunks =>
  withErrorResponses(
    ctx.uploads.read(request.body, { accountId, network: clientNetwork(ctx, request) }),
  )

/** Reads a small body. @throws 408 when it arrives too slowly. */
export const readPaced = (request: Request, pace: Pace): BodyChunks =>
  withErrorResponses(readPacedChunks(request.body, pace))

async function* withErrorResponses(chunks: BodyChunks): AsyncGenerator<Uint8Array, void> {
  try {
    yield* chunks
  } catch (error) {
    if (error instanceof SlowBodyError) throw uploadTooSlow()
    if (error instanceof TooManyUploadsError) throw overloaded()
    throw error
  }
}

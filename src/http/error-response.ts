import type { AppContext } from '@/context'
import {
  AppError,
  badRequest,
  databaseBusy,
  FieldErrors,
  internal,
  invalidPayload,
  methodNotAllowed,
  missingToken,
  noSpaceLeft,
  onlyReading,
  overloaded,
  storageDown,
  unknownUrl,
} from '@/errors'
import { isDatabaseBusy, isOverloaded, isPassing, isReadOnly, isStorageDown } from '@/lib/faults'
import type { Wire } from '@/present/dialect'
import { requestId } from './request-id'
import { pathOf } from './request-path'

/** What is known when something was thrown while answering. */
export interface Failure {
  error: unknown
  /** Elysia's word for it, or the status of a thrown response. */
  code: string | number
  request: Request
  /** Methods the path does answer, empty for an unknown path. */
  allowedMethods: () => string[]
  /** Whether the caller's account was deleted meanwhile, which explains any fault. */
  hasLostCaller: () => Promise<boolean>
}

type Concerned = Pick<AppContext, 'log' | 'reserve' | 'requestIds' | 'addresses' | 'config'>

/** The only writer of error responses: what is expected is told, everything else is logged and hidden. */
export async function errorResponse(
  failure: Failure,
  wire: Wire,
  ctx: Concerned,
): Promise<Response> {
  if (wasAborted(failure)) return new Response(null, { status: CLIENT_CLOSED_REQUEST })
  const told = toAppError(failure, wire)
  return asResponse(told ?? (await toFault(failure, ctx)))
}

const asResponse = ({ httpStatus, body, headers }: AppError) =>
  Response.json(body, { status: httpStatus, headers })

/** The answer to a request that was refused before it reached a route. @throws what is no refusal. */
export function refusalResponse(error: unknown): Response {
  if (error instanceof AppError) return asResponse(error)
  throw error
}

/** The answer when answering itself failed. */
export const faultResponse = (): Response => asResponse(internal())

/** What the client did; undefined for a fault. */
function toAppError(failure: Failure, wire: Wire): AppError | undefined {
  const { error, code } = failure
  // A refusal may carry the reason it was made of, which is no fault either.
  if (error instanceof AppError)
    return error.cause === undefined || error.httpStatus < 500 ? error : undefined
  if (error instanceof FieldErrors) return badRequest(wire.fieldErrors(error.problems))
  if (isPassing(error)) return undefined
  if (code === 'VALIDATION') return isPathProblem(error) ? wrongAddress(failure) : invalidPayload()
  if (code === 'PARSE' || code === 'INVALID_FILE_TYPE') return invalidPayload()
  return code === 'NOT_FOUND' ? unknownPath(failure) : undefined
}

/** What is said of a fault: nothing but what the client can do about it. */
async function toFault(failure: Failure, ctx: Concerned): Promise<AppError> {
  const { error, request } = failure
  const { log } = ctx
  if (isReadOnly(error)) return onlyReading()
  if (isPassing(error)) {
    const reason = String(rootOf(error))
    const facts = { path: pathOf(request), request: requestId(ctx, request) }
    log.warn({ reason, ...facts }, 'refused for now')
    if (isDatabaseBusy(error)) return databaseBusy()
    if (isOverloaded(error)) return overloaded()
    if (isStorageDown(error)) return storageDown()
    ctx.reserve.release()
    return noSpaceLeft()
  }
  if (await failure.hasLostCaller().catch(() => false)) return missingToken()
  logFault(error instanceof AppError ? error.cause : error, request, ctx)
  return error instanceof AppError ? error : internal()
}

/** What went wrong in the first place: faults that pass may be the cause of one with another text. */
const rootOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error

/** What the log shows for a request whose client went away, usually in the middle of an upload; nobody gets it. */
const CLIENT_CLOSED_REQUEST = 499

const wasAborted = ({ error, request }: Failure) =>
  error instanceof Error && error.name === 'AbortError' && request.signal.aborted

function logFault(err: unknown, request: Request, ctx: Concerned): void {
  const facts = { method: request.method, path: pathOf(request), request: requestId(ctx, request) }
  ctx.log.error({ err, ...facts }, 'unexpected error')
}

/** A path parameter of the wrong form makes the URL an unknown one. */
const isPathProblem = (error: unknown) =>
  error instanceof Error && 'type' in error && error.type === 'params'

/** A fixed path whose method it does not have was taken for one with a parameter. */
const wrongAddress = (failure: Failure) =>
  failure.allowedMethods().includes(failure.request.method) ? unknownUrl() : unknownPath(failure)

function unknownPath({ allowedMethods }: Failure): AppError {
  const methods = allowedMethods()
  return methods.length > 0 ? methodNotAllowed(methods) : unknownUrl()
}

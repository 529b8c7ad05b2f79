import { ValidationError } from 'elysia'
import {
  AppError,
  databaseBusy,
  diskFailed,
  FieldErrors,
  internal,
  invalidPayload,
  methodNotAllowed,
  missingToken,
  noSpaceLeft,
  overloaded,
  processingFailed,
  readOnlyReplica,
  storageDown,
  unknownUrl,
} from '@/lib/errors'
import {
  findWorkerLoss,
  isDatabaseBusy,
  isDatabaseClosed,
  isDiskFailed,
  isOverloaded,
  isReadOnly,
  isStorageDown,
  isTransient,
  systemErrorCode,
} from '@/lib/system-errors'
import { requestId } from '@/server/http/request-id'
import { loggedPath } from '@/server/http/request-path'
import type { DialectFormat } from '@/server/responses/dialect'
import type { AppContext } from '@/services/context'
import { listKeyProblems } from './key-problems'

/** Context of an error that was thrown while handling a request. */
export interface Failure {
  error: unknown
  /** Elysia's error code, or the status of a thrown response. */
  code: string | number
  request: Request
  /** Methods that the path supports; empty for an unknown path. */
  allowedMethods: () => string[]
  /** Whether the caller's account was deleted during the request, which explains any error. */
  hasLostCaller: () => Promise<boolean>
}

type Concerned = Pick<AppContext, 'log' | 'reserve' | 'requestIds' | 'addresses' | 'config'>

/** Creates all error responses. Expected errors are returned to the client; all others are logged and hidden. */
export async function errorResponse(
  failure: Failure,
  dialect: DialectFormat,
  ctx: Concerned,
): Promise<Response> {
  if (wasAborted(failure)) return new Response(null, { status: CLIENT_CLOSED_REQUEST })
  const appError = toAppError(failure, dialect)
  return asResponse(appError ?? (await toServerError(failure, ctx)))
}

const asResponse = ({ httpStatus, body, headers }: AppError) =>
  Response.json(body, { status: httpStatus, headers })

/**
 * The response to a request that was rejected before it reached a route. @throws the error itself if it is not an
 * `AppError`.
 */
export function rejectionResponse(error: unknown): Response {
  if (error instanceof AppError) return asResponse(error)
  throw error
}

/** The response when creating a response failed. */
export const internalErrorResponse = (): Response => asResponse(internal())

/** The error of the client; undefined for an error of the server. */
function toAppError(failure: Failure, dialect: DialectFormat): AppError | undefined {
  const { error, code } = failure
  // An expected error may have a cause, which is not an error of the server either.
  if (error instanceof AppError)
    return error.cause === undefined || error.httpStatus < 500 ? error : undefined
  if (error instanceof FieldErrors) return fieldErrors(error, dialect)
  if (isTransient(error)) return undefined
  if (code === 'VALIDATION')
    return isPathProblem(error) ? wrongAddress(failure) : invalidValues(error)
  if (code === 'PARSE' || code === 'INVALID_FILE_TYPE') return invalidPayload()
  return code === 'NOT_FOUND' ? unknownPath(failure) : undefined
}

const fieldErrors = (error: FieldErrors, dialect: DialectFormat) =>
  new AppError(400, {
    message: dialect.fieldErrors(error),
    status: 'error',
    errors: error.byKey,
  })

/** A 400 that names the values which do not match the schema of a route. */
const invalidValues = (error: unknown) =>
  invalidPayload(...(error instanceof ValidationError ? listKeyProblems(error.all) : []))

/** The public part of an error of the server: only what the client can do about it. */
async function toServerError(failure: Failure, ctx: Concerned): Promise<AppError> {
  const { error, request } = failure
  if (isReadOnly(error)) return readOnlyReplica()
  if (isTransient(error)) return toPassing(failure, ctx)
  const loss = findWorkerLoss(error)
  // The worker pool has logged it.
  if (loss) return processingFailed(loss.message)
  if (await failure.hasLostCaller().catch(() => false)) return missingToken()
  logServerError(error instanceof AppError ? error.cause : error, request, ctx)
  return toSystemError(error) ?? (error instanceof AppError ? error : internal())
}

/** The response to a transient error. */
function toPassing({ error, request }: Failure, ctx: Concerned): AppError {
  const reason = String(rootOf(error))
  ctx.log.warn({ reason, ...requestFacts(ctx, request) }, 'request rejected for now')
  if (isDiskFailed(error)) return diskFailed()
  if (isDatabaseBusy(error)) return databaseBusy()
  if (isOverloaded(error)) return overloaded()
  if (isStorageDown(error)) return storageDown()
  ctx.reserve.release()
  return noSpaceLeft()
}

/** 503 for a system error that may not occur on the next attempt. */
function toSystemError(error: unknown): AppError | undefined {
  const code = systemErrorCode(error)
  if (code === undefined) return undefined
  return code === 'EIO' ? storageDown() : overloaded()
}

/** The root cause: transient errors may be the cause of an error with another text. */
const rootOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error

/** The status in the log when the client has disconnected, usually during an upload; it is never sent. */
const CLIENT_CLOSED_REQUEST = 499

/** Also true for a request that a stopping server has cut off, and that then finds the database closed. */
const wasAborted = ({ error, request }: Failure) =>
  request.signal.aborted &&
  ((error instanceof Error && error.name === 'AbortError') || isDatabaseClosed(rootOf(error)))

function logServerError(err: unknown, request: Request, ctx: Concerned): void {
  ctx.log.error({ err, ...requestFacts(ctx, request) }, 'unexpected error')
}

const requestFacts = (ctx: Concerned, request: Request) => ({
  method: request.method,
  path: loggedPath(request),
  request: requestId(ctx, request),
})

/** A path parameter of the wrong format means an unknown URL. */
const isPathProblem = (error: unknown) =>
  error instanceof Error && 'type' in error && error.type === 'params'

/** When the method of a fixed path does not exist, Elysia matches a path with a parameter instead. */
const wrongAddress = (failure: Failure) =>
  failure.allowedMethods().includes(failure.request.method) ? unknownUrl() : unknownPath(failure)

function unknownPath({ allowedMethods }: Failure): AppError {
  const methods = allowedMethods()
  return methods.length > 0 ? methodNotAllowed(methods) : unknownUrl()
}

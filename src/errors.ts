/** An expected failure: the HTTP status and the exact JSON body to answer with. */
export class AppError extends Error {
  override name = 'AppError'
  readonly httpStatus: number
  readonly body: object
  readonly headers: Record<string, string>

  constructor(httpStatus: number, body: object, headers: Record<string, string> = {}) {
    super(JSON.stringify(body))
    this.httpStatus = httpStatus
    this.body = body
    this.headers = headers
  }
}

const withStatus = (httpStatus: number, status: string, message: string | string[]) =>
  new AppError(httpStatus, { message, status })

/** 400 with one text; the settings of an instance answer a list of them. */
export const badRequest = (message: string | string[]) => withStatus(400, 'error', message)
export const INVALID_PAYLOAD = 'invalid payload'
export const invalidPayload = () => badRequest(INVALID_PAYLOAD)
/** 400 with another status word than `error` (`fail`, `invalid`, …) or further keys. */
export const badRequestAs = (status: string, message: string, more: object = {}) =>
  new AppError(400, { ...more, message, status })

export const extensionNotAllowed = () => badRequestAs('fail', 'file extension not allowed')

const INVALID_TOKEN =
  'The access token provided is expired, revoked, malformed, or invalid for other reasons.'

export type TokenFailure = 'expired' | 'invalid'

const TOKEN_TEXTS: Record<TokenFailure, string> = {
  expired: 'signature expired, please log in again',
  invalid: 'invalid token, please log in again',
}

export const missingToken = () => withStatus(401, 'error', 'provide a valid auth token')

/** 401 that both first-party clients (`message`) and OAuth2 clients (`error`) understand. */
export const refusedToken = (failure: TokenFailure) =>
  new AppError(
    401,
    {
      error: 'invalid_token',
      error_description: INVALID_TOKEN,
      message: TOKEN_TEXTS[failure],
      status: 'error',
    },
    { 'www-authenticate': `Bearer error="invalid_token", error_description="${INVALID_TOKEN}"` },
  )

export const unsupportedTokenType = () =>
  new AppError(401, {
    error: 'unsupported_token_type',
    message: TOKEN_TEXTS.invalid,
    status: 'error',
  })

export const insufficientScope = () =>
  new AppError(403, {
    error: 'insufficient_scope',
    error_description: 'The request requires higher privileges than provided by the access token.',
    message: FORBIDDEN,
    status: 'error',
  })

const FORBIDDEN = 'you do not have permissions'

export const unauthorized = (message: string) => withStatus(401, 'error', message)
export const invalidCredentials = () => unauthorized('invalid credentials')
export const forbidden = (message = FORBIDDEN) => withStatus(403, 'error', message)
export const accountSuspended = () => forbidden(`${FORBIDDEN}, your account is suspended`)
export const notFound = (message: string) => withStatus(404, 'not found', message)

/** 404 for endpoints whose payload is a list: the list is there, empty. */
export const notFoundInList = (list: string, message?: string) =>
  new AppError(404, { data: { [list]: [] }, ...(message && { message }), status: 'not found' })

/** 404 that keeps the endpoint's data wrapper with an empty value. */
export const notFoundWith = (data: object, message: string) =>
  new AppError(404, { data, message, status: 'not found' })

export const unknownUrl = () => notFound('the requested URL was not found on the server')
export const unknownUser = () => notFound('user does not exist')
/** The same where the contract words it differently. */
export const userNotFound = () => notFound('user not found')
export const unknownSport = () => notFound('sport does not exist')
const WORKOUT_NOT_FOUND = 'workout not found'

/** 404 for a workout that is not there, or not for the caller; `data` keeps the endpoint's wrapper. */
export const unknownWorkout = (data?: object) =>
  data ? notFoundWith(data, WORKOUT_NOT_FOUND) : notFound(WORKOUT_NOT_FOUND)
export const unknownComment = () => notFound('comment not found')
export const methodNotAllowed = (allowed: string[]) =>
  new AppError(
    405,
    { message: 'the method is not allowed for the requested URL', status: 'error' },
    { allow: allowed.join(', ') },
  )
export const gone = () => new AppError(410, {})
export const payloadTooLarge = (message: string) => withStatus(413, 'fail', message)

const tryAgainLater = (message: string) =>
  new AppError(503, { message, status: 'error' }, { 'retry-after': '5' })

/** 503: another process keeps the database locked. */
export const databaseBusy = () => tryAgainLater('the database is busy, please try again later')
/** 503: the server that writes cannot be reached. */
export const primaryDown = () =>
  tryAgainLater('the server that writes is not there, please try again later')
/** 503: files can be neither read nor stored. */
export const storageDown = () => tryAgainLater('files cannot be reached, please try again later')
/** 503: another server has to do this. */
export const onlyReading = () => tryAgainLater('this server only reads, please try again later')
/** 503: there are more connections than the system lets the server have. */
export const overloaded = () => tryAgainLater('the server is busy, please try again later')

/** 503: as much is under way as may be. */
export const tooMuchToDo = () =>
  new AppError(
    503,
    { message: 'too much to do, please try again later', status: 'error' },
    { 'retry-after': '5' },
  )

/** 507: the disk is full. */
export const noSpaceLeft = () =>
  withStatus(
    507,
    'error',
    'no space left on the server: delete something, or ask its administrator for more',
  )

/** 500: only for faults of ours. */
export const internal = (message = 'error, please try again or contact the administrator') =>
  withStatus(500, 'error', message)

/** 400 with one line per problem, `<field>: <text>`; the dialect decides how they are introduced. */
export class FieldErrors extends Error {
  override name = 'FieldErrors'
  readonly problems: string[]

  constructor(problems: string[]) {
    super(problems.join(', '))
    this.problems = problems
  }
}

/** The text of a 500 when a comment or a report is not saved. */
export const COMMENT_NOT_SAVED = 'Error during comment save.'

/**
 * Runs a use case whose 500 has a text of its own: what fails unexpectedly in it is answered with this text, and keeps
 * its cause for the log.
 */
export async function withFailureText<Result>(
  message: string,
  work: () => Promise<Result>,
  status: 'fail' | 'error' = 'fail',
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError || error instanceof FieldErrors) throw error
    throw Object.assign(withStatus(500, status, message), { cause: error })
  }
}

/** Headers of answers that no cache may keep (RFC 6749 §5.1). */
export const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' }

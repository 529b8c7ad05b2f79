import { errorCode } from './error-codes'

/**
 * An expected error: the HTTP status and the JSON body of the response. A body with a message also gets the code of that
 * message.
 */
export class AppError extends Error {
  override name = 'AppError'
  readonly httpStatus: number
  readonly body: object
  readonly headers: Record<string, string>

  constructor(httpStatus: number, body: object, headers: Record<string, string> = {}) {
    super(JSON.stringify(body))
    this.httpStatus = httpStatus
    this.body = withCode(httpStatus, body)
    this.headers = headers
  }
}

/** Returns the message that a client receives with an error; undefined if the error is not for clients. */
export const clientMessageOf = (error: unknown): string | undefined =>
  error instanceof AppError && 'message' in error.body ? String(error.body.message) : undefined

function withCode(httpStatus: number, body: object): object {
  const { message } = body as { message?: string | string[] }
  const [text] = [message ?? []].flat()
  return text === undefined ? body : { code: errorCode(httpStatus, text), ...body }
}

const withStatus = (httpStatus: number, status: string, message: string | string[]) =>
  new AppError(httpStatus, { message, status })

/** 400 with one message, or with a list of messages for the settings of an instance. */
export const badRequest = (message: string | string[]) => withStatus(400, 'error', message)
export const INVALID_PAYLOAD = 'invalid payload'
/** A value of a request, by its key, and what is wrong with it. */
export interface KeyProblem {
  key: string
  problem: string
}
const MISSING = 'missing or invalid'
/** 400 for invalid values, with the keys that they have in the request, if they are known. */
export const invalidPayload = (...wrong: readonly (string | KeyProblem)[]) =>
  new AppError(400, {
    message: INVALID_PAYLOAD,
    status: 'error',
    ...(wrong.length > 0 && {
      errors: wrong.map((one) => (typeof one === 'string' ? { key: one, problem: MISSING } : one)),
    }),
  })
/** 400 with a status other than `error` (`fail`, `invalid`, …) or with further keys. */
export const badRequestAs = (status: string, message: string, more: object = {}) =>
  new AppError(400, { ...more, message, status })

/** 500 for an original that could not be stored. */
export const originalNotStored = (cause: unknown) =>
  Object.assign(internal('error when storing workout file'), { cause })

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
export const invalidToken = (failure: TokenFailure) =>
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

/** 401 that names a missing or wrong two-factor code, so that clients can ask for one. */
const codeError = (message: string, problem: string) =>
  ({ errors: [{ key: 'code', problem }], message, status: 'error' }) as const

/** 401 for the right password without the code that the account requires. It is not a failed guess of a secret. */
export class MissingCodeError extends AppError {
  override name = 'MissingCodeError'

  constructor() {
    const message =
      'a two-factor code is required; clients that cannot send one need a personal access token'
    super(401, codeError(message, MISSING))
  }
}

/** 401 for a two-factor code that is wrong, expired or used. */
export class WrongCodeError extends AppError {
  override name = 'WrongCodeError'

  constructor() {
    const message = 'the two-factor code is wrong or used'
    super(401, codeError(message, 'wrong or used'))
  }
}

/** 401: a provider did not confirm an identity, or a passkey is invalid. The reason is in the log. */
export const loginFailed = () => unauthorized('the login failed, please try again')

/** 403 for an action that requires the password, in an account that has none. */
export const recentLoginRequired = () => forbidden('log in again to continue')
/** 403: this server does not accept logins with passwords. */
export const passwordLoginOff = () =>
  forbidden('logins with a password are turned off on this server')
/** 403: passkeys belong to the logins that are turned off. */
export const passkeyLoginOff = () => forbidden('passkeys are turned off on this server')
/** 403: no account belongs to the identity of a provider or proxy, and none is created. */
export const noAccount = () => forbidden('no account on this server is linked to this login')
/** 403: the provider or proxy does not send the address that a new account needs. */
export const noUsableEmail = () =>
  forbidden('your login has no valid email address, which a new account needs')
/** 403: another account has the address, which is not taken over. */
export const accountExists = () =>
  forbidden(
    'an account with this email address exists: log in to it, and link this login in its settings',
  )
export const forbidden = (message = FORBIDDEN) => withStatus(403, 'error', message)
export const accountSuspended = () => forbidden(`${FORBIDDEN}, your account is suspended`)
/** 409 for a request that contradicts the current state. */
export const conflict = (message: string) => withStatus(409, 'error', message)
export const notFound = (message: string) => withStatus(404, 'not found', message)

/** 404 for routes whose payload is a list. The body contains an empty list. */
export const notFoundInList = (list: string, message = 'not found') =>
  notFoundWith({ [list]: [] }, message)

/** 404 whose body contains the data wrapper of the route with an empty value. */
export const notFoundWith = (data: object, message: string) =>
  new AppError(404, { data, message, status: 'not found' })

export const unknownUrl = () => notFound('the requested URL was not found on the server')
export const unknownUser = () => notFound('user does not exist')
/** 404 for an unknown user on routes for which the contract specifies this text. */
export const userNotFound = () => notFound('user not found')
export const unknownSport = () => notFound('sport does not exist')
const WORKOUT_NOT_FOUND = 'workout not found'

/** 404 for a workout that does not exist or that the caller may not see. `data` is the data wrapper of the route. */
export const unknownWorkout = (data?: object) =>
  data ? notFoundWith(data, WORKOUT_NOT_FOUND) : notFound(WORKOUT_NOT_FOUND)
export const unknownShareLink = () => notFound('link not found')
export const unknownComment = () => notFound('comment not found')
export const methodNotAllowed = (allowed: string[]) =>
  new AppError(
    405,
    { message: 'the method is not allowed for the requested URL', status: 'error' },
    { allow: allowed.join(', ') },
  )
export const goneError = () => new AppError(410, { message: 'this was removed', status: 'error' })
/** 412: a conditional request, and the object is not in the expected state. */
export const preconditionFailed = (message = 'it was changed in the meantime') =>
  withStatus(412, 'error', message)
/** 415: the body has a media type that the route does not read. */
export const unsupportedType = (accepted: string) =>
  new AppError(
    415,
    { message: `the body must be ${accepted}`, status: 'error' },
    { accept: accepted },
  )
/** 415: the body is compressed, which the route does not expect. */
export const unsupportedEncoding = (accepted: string) =>
  new AppError(
    415,
    { message: 'the body has an unknown content encoding', status: 'error' },
    { 'accept-encoding': accepted },
  )
export const payloadTooLarge = (message: string) => withStatus(413, 'fail', message)

const CLOSE = { connection: 'close' }

const tryAgainLater = (message: string, seconds = 5, headers = {}) =>
  new AppError(503, { message, status: 'error' }, { 'retry-after': String(seconds), ...headers })

/** 503: another process has locked the database. */
export const databaseBusy = () => tryAgainLater('the database is busy, please try again later')
/**
 * 503: an fsync failed, or the database was deleted or replaced. Nothing can be stored until the server is restarted.
 */
export const diskFailed = () =>
  tryAgainLater('nothing can be saved until an administrator restarts the server', 60)
/** 503: the primary server, which does all writing, cannot be reached. */
export const primaryDown = () =>
  tryAgainLater('the primary server is unreachable, please try again later')
/** 503: the OpenID Connect provider cannot be reached. */
export const providerUnreachable = () =>
  tryAgainLater('the login provider is unreachable, please try again later')
/** 503: the file storage cannot be reached. */
export const storageDown = () =>
  tryAgainLater('the file storage is unreachable, please try again later')
/** 503: this server is a read-only replica. */
export const readOnlyReplica = () =>
  tryAgainLater('this server is read-only, please try again later')
/**
 * 503: the process has reached its limit of open files and connections. It closes the connection, because others wait
 * for its descriptor.
 */
export const overloaded = () =>
  tryAgainLater('the server is busy, please try again later', 5, CLOSE)

/** 408. It closes the connection, because the client would otherwise continue to send. */
export const uploadTooSlow = () =>
  new AppError(408, { message: 'the request arrived too slowly', status: 'error' }, CLOSE)

/**
 * 503: the worker that processed an upload was lost twice. `reason` is the message. It closes the connection, because a
 * worker that cannot be started usually lacks descriptors.
 */
export const processingFailed = (reason: string) => tryAgainLater(reason, 60, CLOSE)

const QUOTA_ADVICE = 'delete something, or ask its administrator for more'
/** 413: the account has used up its storage quota. */
export const storageQuotaExceeded = () =>
  payloadTooLarge(`the storage of this account on the server is used up: ${QUOTA_ADVICE}`)
/** 413: the account has as many workouts as its quota allows. */
export const workoutQuotaExceeded = () =>
  payloadTooLarge(`this account has as many workouts as the server allows: ${QUOTA_ADVICE}`)

/** 503: the limit of concurrent work is reached. */
export const concurrencyLimitReached = () =>
  new AppError(
    503,
    { message: 'the server is busy with other tasks, please try again later', status: 'error' },
    { 'retry-after': '5' },
  )

/** 507: the disk is full. */
export const noSpaceLeft = () =>
  withStatus(
    507,
    'error',
    'no space left on the server: delete something, or ask its administrator for more',
  )

/** 500: only for bugs and failures of the server itself. */
export const internal = (message = 'error, please try again or contact the administrator') =>
  withStatus(500, 'error', message)

/** 400 with one line per problem, `<field>: <text>`. Each API formats the lines in its own way. */
export class FieldErrors extends Error {
  override name = 'FieldErrors'
  readonly problems: string[]
  /** Whether an account is being created; clients know other messages then. */
  readonly isRegistration: boolean

  constructor(problems: string[], { isRegistration }: { isRegistration: boolean }) {
    super(problems.join(', '))
    this.problems = problems
    this.isRegistration = isRegistration
  }

  /** The problems by field. */
  get byKey(): KeyProblem[] {
    return this.problems.map((line) => {
      const [key = '', ...rest] = line.split(': ')
      return { key, problem: rest.join(': ') }
    })
  }
}

/** Message of the 500 when a comment or a report cannot be saved. */
export const COMMENT_NOT_SAVED = 'Error during comment save.'

/**
 * Runs a use case whose 500 response has a particular message. Unexpected errors become a 500 with this message and
 * keep the original error as their cause, for the log.
 */
export async function withErrorMessage<Result>(
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

/** Headers of responses that must not be cached (RFC 6749 §5.1). */
export const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' }

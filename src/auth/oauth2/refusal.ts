import { AppError, NO_STORE } from '@/errors'

/** Why a token request is refused, in the words of RFC 6749 §5.2. */
type Refusal =
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'unsupported_grant_type'

/** 400 of the token endpoints; their bodies have no `status`. */
export const refusal = (error: Refusal, description?: string) =>
  new AppError(
    400,
    { error, ...(description !== undefined && { error_description: description }) },
    NO_STORE,
  )

/** 401 for a hint that names no kind of token. */
export const unsupportedHint = () =>
  new AppError(401, { error: 'unsupported_token_type' }, NO_STORE)

export const UNKNOWN_CLIENT = 'The client does not exist on this server.'

/** The contract's text for a missing parameter. */
export const missing = (parameter: string) => `Missing '${parameter}' in request.`

/** The contract's text for an invalid parameter. */
export const invalid = (parameter: string) => `Invalid '${parameter}' in request.`

import { AppError, NO_STORE } from '@/lib/errors'

/** Error codes of token requests in RFC 6749 §5.2. */
type TokenErrorCode =
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'unsupported_grant_type'

/** 400 of the token endpoints. Their bodies have no `status`. */
export const tokenError = (error: TokenErrorCode, description?: string) =>
  new AppError(
    400,
    { error, ...(description !== undefined && { error_description: description }) },
    NO_STORE,
  )

/** 401 for a `token_type_hint` with an unknown type. */
export const unsupportedTokenHint = () =>
  new AppError(401, { error: 'unsupported_token_type' }, NO_STORE)

export const UNKNOWN_CLIENT = 'The client does not exist on this server.'

/** The contract's text for a missing parameter. */
export const missingParameter = (parameter: string) => `Missing '${parameter}' in request.`

/** The contract's text for an invalid parameter. */
export const invalidParameter = (parameter: string) => `Invalid '${parameter}' in request.`

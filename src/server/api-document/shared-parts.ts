import { SCOPE_TEXTS } from '@/policy/scopes'
import { ERROR_BODY } from '@/server/http/responses/envelope'
import type { JsonSchema } from './json-schema'

/** The parts of the API document that operations refer to, so that they are written once. */

/** A reference to a component. Its description replaces that of the component. */
const reference = (kind: string) => (name: string, description?: string) => ({
  $ref: `#/components/${kind}/${name}`,
  ...(description !== undefined && { description }),
})
export const parameterReference = reference('parameters')
export const headerReference = reference('headers')
const responseReference = reference('responses')

const header = (name: string, description: string, schema: JsonSchema) => ({
  ...{ name, in: 'header', required: false, description, schema },
})

export const PARAMETERS = {
  Dialect: header(
    'x-api-dialect',
    'The dialect of the response, instead of the one that the server is set to.',
    { type: 'string', enum: ['spec', 'fittrackee'] },
  ),
  IfMatch: header(
    'if-match',
    'The `etag` of GET: nothing is changed if it is no longer the current one.',
    { type: 'string' },
  ),
  IfNoneMatch: header(
    'if-none-match',
    'The `etag` of an earlier response: the response is 304 if it is still the current one.',
    { type: 'string' },
  ),
}

export const HEADERS = {
  EntityTag: {
    description: 'Identifies this version of the response, for `if-none-match` and `if-match`.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'Number of requests that the limit allows; absent where none is set.',
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimitRemaining: {
    description: 'How many of them are left.',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimitReset: {
    description: 'When all of them are available again, in seconds since 1970.',
    schema: { type: 'integer', minimum: 0 },
  },
  RetryAfter: {
    description: 'Seconds after which to try again.',
    schema: { type: 'integer', minimum: 1 },
  },
}

/** The headers of responses to counted requests. */
const RATE_LIMIT_HEADERS = {
  'x-ratelimit-limit': headerReference('RateLimit'),
  'x-ratelimit-remaining': headerReference('RateLimitRemaining'),
  'x-ratelimit-reset': headerReference('RateLimitReset'),
}

const RETRY_AFTER = { 'retry-after': headerReference('RetryAfter') }

const errorResponse = (description: string, headers?: JsonSchema) => ({
  description,
  ...(headers && { headers }),
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${ERROR_BODY}` } } },
})

/** The name and default description of each error response, by status. Operations can replace the description. */
const ERRORS: Record<number, { name: string; response: JsonSchema }> = {
  400: {
    name: 'BadRequest',
    response: errorResponse(
      'The body is not a JSON object, or a value in it is missing or invalid; see `message` and `errors`.',
    ),
  },
  401: {
    name: 'Unauthorized',
    response: errorResponse(
      'The token is missing, expired or revoked, or its kind is not accepted here.',
    ),
  },
  403: {
    name: 'Forbidden',
    response: errorResponse(
      'The token does not have the scope, the account is suspended, or its role is too low.',
    ),
  },
  404: {
    name: 'NotFound',
    response: errorResponse(
      'Not found, not visible to the caller, or a value in the path has an invalid format.',
    ),
  },
  408: {
    name: 'RequestTimeout',
    response: errorResponse('The body arrived too slowly: less than 4 KiB in a minute.'),
  },
  409: { name: 'Conflict', response: errorResponse('Another request is in the way.') },
  410: { name: 'Gone', response: errorResponse('Removed permanently.') },
  412: {
    name: 'PreconditionFailed',
    response: errorResponse('The object has changed: its entity tag is not in `if-match`.'),
  },
  413: { name: 'ContentTooLarge', response: errorResponse('The body is too large.') },
  415: {
    name: 'UnsupportedMediaType',
    response: errorResponse('The body is not JSON, or it is compressed.'),
  },
  422: {
    name: 'UnprocessableContent',
    response: errorResponse('The request contradicts an earlier one.'),
  },
  429: {
    name: 'TooManyRequests',
    response: errorResponse('Too many requests, or too many failed attempts.', {
      ...RATE_LIMIT_HEADERS,
      ...RETRY_AFTER,
    }),
  },
  431: {
    name: 'HeaderFieldsTooLarge',
    response: errorResponse('The headers and the URL have more than 16 KiB.'),
  },
  500: { name: 'InternalServerError', response: errorResponse('An error of the server.') },
  503: {
    name: 'ServiceUnavailable',
    response: errorResponse(
      'Another program has locked the database; `retry-after` says when to try again.',
      RETRY_AFTER,
    ),
  },
  507: {
    name: 'InsufficientStorage',
    response: errorResponse('The disk of the server is full. Deleting is still possible.'),
  },
}

/** A reference to the error response of a status; undefined for one that has none. */
export function errorReference(status: number, description?: string) {
  const shared = ERRORS[status]
  return shared && responseReference(shared.name, description)
}

export const NOT_MODIFIED = responseReference('NotModified')

export const RESPONSES: Record<string, JsonSchema> = {
  NotModified: { description: 'The response is still the one of `if-none-match`.' },
  ...Object.fromEntries(Object.values(ERRORS).map(({ name, response }) => [name, response])),
}

export const securitySchemes = (basePath: string) => ({
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The `auth_token` of `POST /api/auth/login`; it has full access.',
  },
  personal: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A personal token (`POST /api/tokens`), limited to its scopes: those that `app` lists for the operation.',
  },
  personalInUrl: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'A personal token, for programs that cannot send an `Authorization` header.',
  },
  personalAsPassword: {
    type: 'http',
    scheme: 'basic',
    description: 'The username, and a personal token as the password.',
  },
  app: {
    type: 'oauth2',
    description: 'The access token of an app, limited to the scopes that its user granted.',
    flows: {
      authorizationCode: {
        authorizationUrl: `${basePath}/profile/apps/authorize`,
        tokenUrl: `${basePath}/api/oauth/token`,
        refreshUrl: `${basePath}/api/oauth/token`,
        scopes: SCOPE_TEXTS,
      },
    },
  },
})

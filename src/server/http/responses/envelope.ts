import { type TObject, type TProperties, Type } from '@sinclair/typebox'
import { type Pagination, pagination } from '@/server/http/parameters/pagination'
import { sessionToken } from '@/server/responses/accounts/session'

/** A 200 body: the payload plus the status word. */
export const ok = <Payload extends object>(payload: Payload) => ({
  ...payload,
  status: 'success' as const,
})

/**
 * The schema of the result of `ok`. Responses are named after their operation in the API document; `$id` is the name of
 * one that several operations share.
 */
export const okResponse = (payload: TProperties, $id?: string): TObject =>
  Type.Object({ ...payload, status: Type.Literal('success') }, $id === undefined ? {} : { $id })

/** The schema of a response that has only a message. */
export const messageResponse = okResponse(
  { message: Type.String({ description: 'What was done, in English.' }) },
  'MessageResult',
)

/** The schema of the response of a login. */
export const sessionResponse = okResponse(
  { auth_token: sessionToken, message: Type.String() },
  'SessionResult',
)

/** The schema of a response that only says that the request succeeded. */
export const statusResponse = okResponse({}, 'StatusResult')

/** The body of a 201 response. */
export const created = <Payload extends object>(payload: Payload) => ({
  ...payload,
  status: 'created' as const,
})

/** The schema of the result of `created`. */
export const createdResponse = (payload: TProperties, $id?: string): TObject =>
  Type.Object({ ...payload, status: Type.Literal('created') }, $id === undefined ? {} : { $id })

/** A 200 body with one page of a list. */
export const paginated = <Payload extends object>(payload: Payload, pagination: Pagination) =>
  ok({ ...payload, pagination })

/** The schema of the result of `paginated`. */
export const pageResponse = (payload: TProperties, $id?: string): TObject =>
  okResponse({ ...payload, pagination }, $id)

/** A 204 response without a body. */
export const noContent = () =>
  new Response(null, { status: 204, headers: { 'content-type': 'application/json' } })

/** Description of `noContent` in the API document. */
export const EMPTY = { empty: 'Done; there is no body.' }

/** The name of the body of error responses in the API document. */
export const ERROR_BODY = 'ErrorBody'

/** The code of an error response. */
export const errorCode = Type.String({
  description: 'Identifies the error, for programs; the introduction lists all.',
  examples: ['invalid_payload'],
})

/** The body of error responses. */
export const errorBody = Type.Object(
  {
    code: errorCode,
    data: Type.Optional(
      Type.Object(
        {},
        { additionalProperties: true, description: 'Empty, in place of the payload.' },
      ),
    ),
    equipment_id: Type.Optional(
      Type.String({ description: 'The piece of equipment that caused the error.' }),
    ),
    error: Type.Optional(
      Type.String({ description: 'OAuth 2.0 error code, when the token caused the error.' }),
    ),
    error_description: Type.Optional(
      Type.String({ description: 'Description of the OAuth 2.0 error.' }),
    ),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          key: Type.String({
            description: 'Key of the value in the request; nested keys have dots.',
          }),
          problem: Type.String({ description: 'What is wrong with it, in English.' }),
        }),
        { description: 'The values that are wrong, where they are known.' },
      ),
    ),
    message: Type.String({ description: 'What is wrong, in English.' }),
    remedy: Type.Optional(
      Type.Object(
        {
          code: Type.String({
            description:
              '`incomplete_file`, `lone_track`, `times_missing`, `sport_unknown`, `not_an_activity` or `malformed`.',
          }),
          name: Type.Optional(Type.String({ description: 'The unknown sport name in the file.' })),
          points: Type.Optional(
            Type.Integer({ description: 'Number of points in an incomplete file.' }),
          ),
          text: Type.String({ description: 'Description of the missing details, in English.' }),
          until: Type.Optional(
            Type.String({ description: 'Time of the last of these points, ISO 8601.' }),
          ),
        },
        { description: 'Details with which the recording can be read.' },
      ),
    ),
    status: Type.String({
      description: 'Usually `error`; also `fail`, `invalid`, `not found` and other words.',
    }),
  },
  {
    $id: ERROR_BODY,
    description: 'Why a request was rejected.',
    examples: [{ code: 'invalid_payload', message: 'invalid payload', status: 'error' }],
  },
)

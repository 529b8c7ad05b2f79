import { type TObject, type TProperties, Type } from '@sinclair/typebox'
import { type Pagination, pagination } from './pagination'

/** A 200 body: the payload plus the status word. */
export const ok = <Payload extends object>(payload: Payload) => ({
  ...payload,
  status: 'success' as const,
})

/** The schema of what `ok` makes. */
export const okAnswer = (payload: TProperties): TObject =>
  Type.Object({ ...payload, status: Type.Literal('success') })

/** The schema of an answer that has a message only. */
export const messageAnswer = okAnswer({
  message: Type.String({ description: 'What has been done, in words.' }),
})

/** The body of a 201 answer. */
export const created = <Payload extends object>(payload: Payload) => ({
  ...payload,
  status: 'created' as const,
})

/** The schema of what `created` makes. */
export const createdAnswer = (payload: TProperties): TObject =>
  Type.Object({ ...payload, status: Type.Literal('created') })

/** A 200 body with one page of a list. */
export const paginated = <Payload extends object>(payload: Payload, pagination: Pagination) =>
  ok({ ...payload, pagination })

/** The schema of what `paginated` makes. */
export const pageAnswer = (payload: TProperties): TObject => okAnswer({ ...payload, pagination })

/** 204: nothing to say. */
export const noContent = () =>
  new Response(null, { status: 204, headers: { 'content-type': 'application/json' } })

/** What the API document says of `noContent`. */
export const EMPTY = { empty: 'Done; there is no body.' }

/** The body of refusals. */
export const errorBody = Type.Object(
  {
    data: Type.Optional(
      Type.Object(
        {},
        { additionalProperties: true, description: 'The place of the payload, empty.' },
      ),
    ),
    equipment_id: Type.Optional(
      Type.String({ description: 'The piece of equipment that is why.' }),
    ),
    error: Type.Optional(Type.String({ description: 'Code of OAuth 2.0, when the token is why.' })),
    error_description: Type.Optional(Type.String({ description: 'The same in words.' })),
    message: Type.Optional(
      Type.Union([Type.String(), Type.Array(Type.String())], {
        description: 'What is wrong, English; a list where several things may be.',
      }),
    ),
    remedy: Type.Optional(
      Type.Object(
        {
          code: Type.String({
            description: '`incomplete_file`, `lone_track`, `times_missing` or `sport_unknown`.',
          }),
          name: Type.Optional(
            Type.String({ description: 'What the file calls its sport, when nobody knows that.' }),
          ),
          points: Type.Optional(
            Type.Integer({ description: 'How many points there are of an incomplete file.' }),
          ),
          text: Type.String({ description: 'The same in words, English.' }),
          until: Type.Optional(
            Type.String({ description: 'Time of the last of these points, ISO 8601.' }),
          ),
        },
        { description: 'What would let a recording be read after all.' },
      ),
    ),
    status: Type.String({
      description: 'Usually `error`; also `fail`, `invalid`, `not found` and other words.',
    }),
  },
  {
    $id: 'Error',
    description: 'Why a request was refused.',
    examples: [{ message: 'invalid payload', status: 'error' }],
  },
)

import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { ROLES } from '@/policy/caller'
import { MAX_TEXT_LENGTH } from '@/policy/text-limits'
import { VISIBILITIES } from '@/store/db/schema/columns'

/**
 * Schemas of the common field types in the API's JSON. Response schemas define types and the API document, and tests
 * validate responses against them; responses are not validated at run time.
 */

/** The schema option of a value that depends on the dialect. The API document shows it, too. */
export const DIALECT = 'x-depends-on-dialect'

export const text = (description: string) => Type.String({ description })
/** A text that users write to each other, with a maximum length and by default at least one character. */
export const writing = (description: string, { minLength = 1 } = {}) =>
  Type.String({ minLength, maxLength: MAX_TEXT_LENGTH, description })
export const flag = (description: string) => Type.Boolean({ description })
export const number = (description: string) => Type.Number({ description })
/** A non-negative integer. */
export const count = (description: string) => Type.Integer({ description, minimum: 0 })
/** A positive integer that identifies an object. */
export const numericId = (description: string) => Type.Integer({ description, minimum: 1 })

/** The short id of an object. */
export const shortId = (description: string) =>
  Type.String({ description, examples: ['hjTLvmKPFGpPfoDFwkcuBR'] })

/** An instant as in HTTP headers, always GMT. */
export const timestamp = (description: string) =>
  Type.String({ description, format: 'http-date', examples: ['Sat, 21 Nov 2026 08:08:18 GMT'] })

export const nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Union(
    [schema, Type.Null()],
    schema.$id || !schema.description ? {} : { description: schema.description },
  )

/** The type of a value that is always null here, for clients that have one type for several responses. */
export const alwaysNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Unsafe<null>({ ...Type.Union([schema, Type.Null()]), description })

/** A calendar day. */
export const day = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description, examples: ['2026-11-21'] })

/** One of a list of strings. */
export const oneOf = <const Word extends string>(words: readonly Word[], description: string) =>
  Type.Unsafe<Word>({ type: 'string', enum: [...words], description })

export const visibility = (description: string) => oneOf(VISIBILITIES, description)
export const role = (description: string) => oneOf(ROLES, description)

/** An object with arbitrary keys. */
export const keyed = <Schema extends TSchema>(value: Schema, description: string) =>
  Type.Unsafe<Record<string, Static<Schema>>>(
    Type.Object({}, { additionalProperties: value, description }),
  )

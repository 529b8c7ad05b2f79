import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { ROLES } from '@/caller'
import { VISIBILITIES } from '@/db/columns'
import { LONGEST_TEXT } from '@/policy/texts'

/**
 * The small forms that values take in the JSON of the API. Schemas describe answers: types and the API document are
 * made of them, and tests hold answers against them; at run time nothing is checked again.
 */

export const text = (description: string) => Type.String({ description })
/** What somebody writes to others: it has an end, and as a rule it says something. */
export const writing = (description: string, { minLength = 1 } = {}) =>
  Type.String({ minLength, maxLength: LONGEST_TEXT, description })
export const flag = (description: string) => Type.Boolean({ description })
export const number = (description: string) => Type.Number({ description })
/** A whole number that is never negative. */
export const count = (description: string) => Type.Integer({ description, minimum: 0 })
/** A whole number that names a thing. */
export const numericId = (description: string) => Type.Integer({ description, minimum: 1 })

/** The short id of a thing. */
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

/** A day of the calendar. */
export const day = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description, examples: ['2026-11-21'] })

/** One of some words. */
export const oneOf = <const Word extends string>(words: readonly Word[], description: string) =>
  Type.Unsafe<Word>({ type: 'string', enum: [...words], description })

export const visibility = (description: string) => oneOf(VISIBILITIES, description)
export const role = (description: string) => oneOf(ROLES, description)

/** An object with keys that are not fixed. */
export const keyed = <Schema extends TSchema>(value: Schema, description: string) =>
  Type.Unsafe<Record<string, Static<Schema>>>(
    Type.Object({}, { additionalProperties: value, description }),
  )

import type { TObject, TSchema } from '@sinclair/typebox'
import { t } from 'elysia'

/** Schema option: the schema to show in the API document instead. */
export const ACCEPTED = 'x-accepted'

/** The schema option of a body that may be left out. */
export const ABSENT = 'x-may-be-absent'

/**
 * Accepts a value of any type; the use case validates it, with its own messages and order. The API document shows
 * `accepted`.
 */
export const validatedLater = (accepted: TSchema) => t.Unknown({ [ACCEPTED]: accepted })

/** Like `validatedLater`, for an optional body. */
export const optionalValidatedLater = (accepted: TSchema) =>
  t.Unknown({ [ACCEPTED]: accepted, [ABSENT]: true })

/** The schema option of a query parameter that the use case requires, with its own message. */
export const REQUIRED = 'x-required'

/** An optional query parameter. It arrives as a string; the API document shows `accepted`. */
export const queryValue = (accepted: TSchema) => t.Optional(t.String({ [ACCEPTED]: accepted }))

/** Like `queryValue`, for a parameter without which the use case fails. */
export const requiredQueryValue = (accepted: TSchema) =>
  t.Optional(t.String({ [ACCEPTED]: accepted, [REQUIRED]: true }))

/** Adds the descriptions of `noun` to those properties of an input that have none. */
export function describedLike<Input extends TObject>(noun: TObject, input: Input): Input {
  const properties = Object.entries<TSchema>(input.properties).map(([name, property]) => [
    name,
    { description: noun.properties[name]?.description, ...property },
  ])
  return { ...input, properties: Object.fromEntries(properties) }
}

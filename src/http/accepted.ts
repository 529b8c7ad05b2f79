import type { TObject, TSchema } from '@sinclair/typebox'
import { t } from 'elysia'

/** The schema option with what the API document says instead of the schema. */
export const ACCEPTED = 'x-accepted'

/** The schema option of a body that may be left out. */
export const ABSENT = 'x-may-be-absent'

/**
 * A value of any type: its refusals have texts and an order of their own, for which a use case sees. The API document
 * says `accepted`.
 */
export const judgedLater = (accepted: TSchema) => t.Unknown({ [ACCEPTED]: accepted })

/** The same for a body that may be left out. */
export const judgedLaterIfAny = (accepted: TSchema) =>
  t.Unknown({ [ACCEPTED]: accepted, [ABSENT]: true })

/** A query parameter that may be left out. It arrives as text, whatever it means; the API document says `accepted`. */
export const queryValue = (accepted: TSchema) => t.Optional(t.String({ [ACCEPTED]: accepted }))

/** Input whose properties, unless they say themselves, mean what they mean in a noun. */
export function describedLike<Input extends TObject>(noun: TObject, input: Input): Input {
  const properties = Object.entries<TSchema>(input.properties).map(([name, property]) => [
    name,
    { description: noun.properties[name]?.description, ...property },
  ])
  return { ...input, properties: Object.fromEntries(properties) }
}

import { type TSchema, Type } from '@sinclair/typebox'

/** Bytes of a media type, as the body of a request or an answer. */
export interface Media {
  mediaType: string
  description: string
}

/** A form whose fields the route reads by itself. */
export interface FormBody {
  /** The fields; files are `file()`. */
  form: TSchema
  mediaTypes: readonly string[]
  /** What the body is where it is no form; absent where it has to be one. */
  raw?: string
}

/** An answer: the schema of its JSON, its media type, or what it means that there is no body. */
export type Answer = TSchema | Media | { empty: string }

/** A refusal: when it is given, and the schema of its JSON where it is more than the usual error. */
export type Refusal = string | { when: string; schema?: TSchema; empty?: true }

/**
 * What the API document tells of a route beyond its parameters, JSON body and access rule. It describes: nothing of it
 * is looked at when the route is called.
 */
export interface Operation {
  summary: string
  description?: string
  form?: FormBody
  /** By status. */
  answers: Record<number, Answer>
  /** By status; those that follow from the access rule, the rate limits and the body are added. */
  refusals?: Record<number, Refusal>
  deprecated?: true
}

/** An operation with its id. */
export interface DescribedOperation extends Operation {
  id: string
}

/**
 * The `detail` of each route of a family, by the id of its operation: verb and noun in camelCase. Clients are
 * generated from ids, so they stay; `suffix` tells those of a second path to the same from the first.
 *
 * NOTE functions, because Elysia copies objects into each group that a route joins.
 */
export function operations<const Id extends string>(
  described: Record<Id, Operation>,
  suffix = '',
): Record<Id, object> {
  const entries = Object.entries<Operation>(described).map(([id, operation]) => [
    id,
    { operation: (): DescribedOperation => ({ ...operation, id: `${id}${suffix}` }) },
  ])
  return Object.fromEntries(entries)
}

/** Bytes of a media type as an answer. */
export const bytes = (mediaType: string, description: string): Media => ({ mediaType, description })

/** The field of a form that holds a file. */
export const file = (description: string) =>
  Type.String({ format: 'binary', contentMediaType: 'application/octet-stream', description })

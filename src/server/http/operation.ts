import { type TSchema, Type } from '@sinclair/typebox'

/** A binary body of a request or response. */
export interface Media {
  mediaType: string
  description: string
  /** Whether it has an entity tag, so that clients that have it get a 304. */
  tagged?: true
}

/** A form that the route parses itself. */
export interface FormBody {
  /** The fields; files are `file()`. */
  form: TSchema
  mediaTypes: readonly string[]
  /** Description of a body that is not a form; absent where a form is required. */
  raw?: string
}

/** A response: the schema of its JSON, its media type, or the meaning of an empty body. */
export type DocumentedResponse = TSchema | Media | { empty: string }

/** An error response: when it occurs, and the schema of its JSON if it differs from the standard error. */
export type DocumentedError = string | { when: string; schema?: TSchema; empty?: true }

/**
 * The API document's entry for a route, in addition to its parameters, JSON body and access rule. It is documentation
 * only, and not used when the route is called.
 */
export interface Operation {
  summary: string
  description?: string
  form?: FormBody
  /** By status. */
  responses: Record<number, DocumentedResponse>
  /** By status. Those that follow from the access rule, the rate limits and the body are added automatically. */
  errors?: Record<number, DocumentedError>
  deprecated?: true
}

/** An operation with its id. */
export interface DescribedOperation extends Operation {
  id: string
  /** The id without the suffix of a second path. The bodies of the operation are named after it. */
  baseId: string
}

/**
 * The `detail` of each route of a group, by the id of its operation: verb and noun in camelCase. Clients are generated
 * from ids, so that they must not change; `suffix` distinguishes the operations of a second path.
 *
 * NOTE functions, because Elysia copies objects into each group that a route joins.
 */
export function operations<const Id extends string>(
  described: Record<Id, Operation>,
  suffix = '',
): Record<Id, object> {
  const entries = Object.entries<Operation>(described).map(([id, operation]) => [
    id,
    { operation: (): DescribedOperation => ({ ...operation, id: `${id}${suffix}`, baseId: id }) },
  ])
  return Object.fromEntries(entries)
}

/** A response of a media type. */
export const bytes = (mediaType: string, description: string): Media => ({ mediaType, description })

/** Like `bytes`, with an entity tag. */
export const taggedBytes = (mediaType: string, description: string): Media => ({
  ...bytes(mediaType, description),
  tagged: true,
})

/** The field of a form that holds a file. */
export const file = (description: string) =>
  Type.String({ format: 'binary', contentMediaType: 'application/octet-stream', description })

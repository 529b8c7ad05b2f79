import type { TSchema } from '@sinclair/typebox'
import { ACCEPTED } from '@/server/http/documented-input'
import type { DescribedOperation } from '@/server/http/operation'
import { type Components, type JsonSchema, toJsonSchema } from './json-schema'

/**
 * The name of a body of an operation: `EditWorkoutBody` for that of the request, `GetWorkoutResult` for a response. A
 * second successful response is named after its status, as are errors.
 *
 * NOTE generators create their own `…Request` and `…Response` for each operation.
 */
export function bodyName(
  operation: Pick<DescribedOperation, 'baseId'> & Partial<DescribedOperation>,
  status?: number,
): string {
  const { baseId, responses = {} } = operation
  const base = `${baseId.charAt(0).toUpperCase()}${baseId.slice(1)}`
  if (status === undefined) return `${base}Body`
  if (status >= 400) return `${base}Error${status}`
  const [first] = Object.keys(responses)
  return `${base}${String(status) === first ? '' : SUCCESSES[status]}Result`
}

const SUCCESSES: Record<number, string> = { 201: 'Created', 202: 'Accepted' }

/** Converts the schema of a body. It gets the name unless it has an `$id`. */
export function nameBody(schema: TSchema, name: string, components: Components): JsonSchema {
  const shown: TSchema = schema[ACCEPTED] ?? schema
  return toJsonSchema(shown.$id === undefined ? { ...shown, $id: name } : shown, components)
}

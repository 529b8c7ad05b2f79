import type { TSchema } from '@sinclair/typebox'
import { ACCEPTED } from '@/server/http/documented-input'

/** A JSON Schema in the form that the API document uses. */
export type JsonSchema = Record<string, unknown>

/** Collects the named schemas during the conversion, by `$id`. */
export type Components = Map<string, JsonSchema>

/**
 * Converts a TypeBox schema to readable JSON Schema: schemas with an `$id` become components, unions of string literals
 * become an `enum`, and nullable values have two types.
 */
export function toJsonSchema(schema: TSchema, components: Components): JsonSchema {
  const accepted: TSchema | undefined = schema[ACCEPTED]
  if (accepted) {
    const { description } = schema
    return { ...toJsonSchema(accepted, components), ...(description && { description }) }
  }
  const { $id, ...own } = schema
  if ($id === undefined) return translate(own, components)
  if (!components.has($id)) {
    components.set($id, {})
    components.set($id, { title: $id, ...translate(own, components) })
  }
  return { $ref: `#/components/schemas/${$id}` }
}

function translate({ anyOf, ...schema }: JsonSchema, components: Components): JsonSchema {
  const inner = (value: unknown) => toJsonSchema(value as TSchema, components)
  const result: JsonSchema = { ...schema }
  if (isObject(schema.properties))
    result.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, value]) => [name, inner(value)]),
    )
  if (isObject(schema.items)) result.items = inner(schema.items)
  if (isObject(schema.additionalProperties))
    result.additionalProperties = isNever(schema.additionalProperties)
      ? false
      : inner(schema.additionalProperties)
  if (isObject(schema.patternProperties)) {
    result.additionalProperties = inner(Object.values(schema.patternProperties)[0])
    delete result.patternProperties
  }
  return Array.isArray(anyOf)
    ? { ...union(anyOf.flatMap(alternatives).map(inner)), ...result }
    : result
}

/**
 * The members of a union, including those of nested unions, without the string variants that Elysia parses as numbers.
 */
function alternatives(schema: JsonSchema, _: number, all: JsonSchema[]): JsonSchema[] {
  if (isNumericText(schema) && all.length > 1) return []
  return Array.isArray(schema.anyOf) && schema.$id === undefined
    ? schema.anyOf.flatMap(alternatives)
    : [schema]
}

const isNumericText = ({ type, format }: JsonSchema) =>
  type === 'string' && (format === 'integer' || format === 'numeric')

function union(members: JsonSchema[]): JsonSchema {
  const isNull = ({ type }: JsonSchema) => type === 'null'
  const others = members.filter((member) => !isNull(member))
  const nullable = others.length < members.length
  if (others.length > 1 && others.every(isWord)) return orNull(wordsOf(others), nullable)
  const [only] = others
  if (others.length === 1 && only && typeof only.type === 'string') return orNull(only, nullable)
  return members.length === 1 && only ? only : { anyOf: members }
}

const isWord = (schema: JsonSchema) => schema.type === 'string' && 'const' in schema

const wordsOf = (words: JsonSchema[]) => ({
  type: 'string',
  enum: words.map((word) => word.const),
})

function orNull(schema: JsonSchema, nullable: boolean): JsonSchema {
  if (!nullable) return schema
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
  }
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isNever = ({ not }: JsonSchema) => isObject(not) && Object.keys(not).length === 0

import type { TSchema } from '@sinclair/typebox'
import { ACCEPTED } from '@/server/http/documented-input'
import { DIALECT } from '@/server/responses/fields'

/** A JSON Schema in the form that the API document uses. */
export type JsonSchema = Record<string, unknown>

/** Collects the named schemas during the conversion, by `$id`. */
export type Components = Map<string, { converted: JsonSchema; original: object }>

/**
 * Converts a TypeBox schema to readable JSON Schema: schemas with an `$id` become components, unions of string literals
 * become an `enum`, and nullable values have two types. @throws Error when two schemas have the same `$id`
 */
export function toJsonSchema(schema: TSchema, components: Components): JsonSchema {
  const accepted: TSchema | undefined = schema[ACCEPTED]
  if (accepted) {
    const { description } = schema
    return { ...toJsonSchema(accepted, components), ...(description && { description }) }
  }
  const { $id, ...own } = schema
  if ($id === undefined) return translate(own, components)
  const known = components.get($id)
  if (known && !isSame(known.original, own)) throw new Error(`two schemas are named ${$id}`)
  if (!known) {
    const component = { converted: {}, original: own }
    components.set($id, component)
    component.converted = { title: $id, ...translate(own, components) }
  }
  return { $ref: `#/components/schemas/${$id}` }
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** Whether a part of the document, or a schema that it refers to, depends on the dialect. */
export function dependsOnDialect(
  part: unknown,
  components: Components,
  seen = new Set<string>(),
): boolean {
  if (typeof part !== 'object' || part === null) return false
  if (DIALECT in part) return true
  return Object.entries(part).some(([key, value]) => {
    if (key !== '$ref') return dependsOnDialect(value, components, seen)
    const name = String(value).replace('#/components/schemas/', '')
    if (seen.has(name)) return false
    seen.add(name)
    return dependsOnDialect(components.get(name)?.converted, components, seen)
  })
}

function translate({ anyOf, ...schema }: JsonSchema, components: Components): JsonSchema {
  const inner = (value: unknown) => toJsonSchema(value as TSchema, components)
  const result: JsonSchema = withoutOddConst(schema)
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
 * Without `const` of empty texts, numbers and booleans: generators make enums from them, whose members need names, and
 * which some of them compare with texts.
 */
function withoutOddConst(schema: JsonSchema): JsonSchema {
  const { const: value, ...rest } = schema
  if (value === '') return { ...rest, maxLength: 0 }
  if (typeof value === 'boolean')
    return {
      ...rest,
      description: [rest.description, `Always \`${value}\`.`].filter(Boolean).join(' '),
    }
  return typeof value === 'number' ? { ...rest, minimum: value, maximum: value } : { ...schema }
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

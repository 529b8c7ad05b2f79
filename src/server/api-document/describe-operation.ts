import type { TSchema } from '@sinclair/typebox'
import type { DocumentedAccess } from '@/server/http/access'
import { ABSENT, REQUIRED } from '@/server/http/documented-input'
import type { DescribedOperation, DocumentedResponse } from '@/server/http/operation'
import { isExempt } from '@/server/http/rate-limits'
import { accessText, type DescribedError, listErrorResponses } from './error-responses'
import { examplesOf } from './examples'
import { type Components, dependsOnDialect, type JsonSchema, toJsonSchema } from './json-schema'
import { bodyName, nameBody } from './named-bodies'
import { errorReference, headerReference, NOT_MODIFIED, parameterReference } from './shared-parts'

/** A route as Elysia lists it. `operation` and the access rules add their entries to its `detail`. */
export interface Route {
  method: string
  path: string
  hooks: {
    params?: TSchema
    query?: TSchema
    body?: TSchema
    detail?: {
      tags?: string[]
      operation?: () => DescribedOperation
      access?: () => DocumentedAccess
    }
  }
}

interface OperationParts {
  operation: DescribedOperation
  components: Components
  /** Whether `If-Match` applies. */
  isConditional: boolean
}

/** The entry of a route in the API document. */
export function describeOperation(route: Route, parts: OperationParts): JsonSchema {
  const { operation, components, isConditional } = parts
  const { tags, access } = route.hooks.detail ?? {}
  const rule = access?.()
  const body = describeBody(route, operation, components)
  const isTagged = route.method === 'GET' && hasEntityTag(operation)
  const responses = mapValues(operation.responses, (response, status) =>
    describeResponse(response, {
      components,
      name: bodyName(operation, status),
      isTagged: isTagged && status === 200,
      example: examplesOf(operation.id)[status],
    }),
  )
  const errors = listErrorResponses(operation, {
    ...{ rule, isConditional, hasBody: body !== undefined },
    isCounted: !isExempt(route.path),
    hasStrictPath: hasStrictValues(route.hooks.params),
    isWriting: route.method !== 'GET',
  })
  return {
    tags,
    operationId: operation.id,
    summary: operation.summary,
    description: [operation.description, accessText(rule)].filter(Boolean).join('\n\n'),
    parameters: [
      ...parameters(route.hooks.params, 'path', components),
      ...parameters(withoutToken(route.hooks.query, rule), 'query', components),
      ...(isConditional ? [parameterReference('IfMatch')] : []),
      ...(isTagged ? [parameterReference('IfNoneMatch')] : []),
      ...(dependsOnDialect(responses, components) ? [parameterReference('Dialect')] : []),
    ],
    ...(body && { requestBody: body }),
    responses: {
      ...responses,
      ...(isTagged && { 304: NOT_MODIFIED }),
      ...mapValues(errors, (error, status) =>
        describeError(error, { status, name: `${bodyName(operation, status)}`, components }),
      ),
    },
    security: security(rule),
    ...(operation.deprecated && { deprecated: true }),
  }
}

const mapValues = <From, To>(
  object: Record<number, From>,
  change: (value: From, status: number) => To,
): Record<string, To> =>
  Object.fromEntries(
    Object.entries(object).map(([status, value]) => [status, change(value, Number(status))]),
  )

/** Whether its response has an entity tag: all JSON, and some media. */
function hasEntityTag({ responses }: DescribedOperation): boolean {
  const response = responses[200]
  if (response === undefined || 'empty' in response) return false
  return 'mediaType' in response ? response.tagged === true : true
}

interface ResponseFacts {
  components: Components
  /** The name of its JSON. */
  name: string
  isTagged: boolean
  example: unknown
}

function describeResponse(
  response: DocumentedResponse,
  { components, name, isTagged, example }: ResponseFacts,
): JsonSchema {
  const withHeaders = isTagged && { headers: { etag: headerReference('EntityTag') } }
  if ('empty' in response) return { description: response.empty, ...withHeaders }
  if ('mediaType' in response)
    return {
      description: response.description,
      ...withHeaders,
      content: { [response.mediaType]: { schema: { type: 'string', format: 'binary' } } },
    }
  return {
    description: response.description ?? 'The requested data.',
    ...withHeaders,
    ...jsonContent(nameBody(response, name, components), example),
  }
}

interface ErrorFacts {
  status: number
  name: string
  components: Components
}

function describeError(
  { when, schema, empty }: DescribedError,
  { status, name, components }: ErrorFacts,
): JsonSchema {
  const shared = schema || empty ? undefined : errorReference(status, when)
  if (shared) return shared
  if (empty || schema === undefined) return { description: when ?? '' }
  return { description: when, ...jsonContent(nameBody(schema, name, components)) }
}

const jsonContent = (schema: JsonSchema, example?: unknown) => ({
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
})

function describeBody(
  { hooks }: Route,
  { form, baseId }: DescribedOperation,
  components: Components,
) {
  const name = bodyName({ baseId })
  if (form) {
    const schema = nameBody(form.form, name, components)
    const content = form.mediaTypes.map((mediaType) => [mediaType, { schema }])
    const raw = form.raw && { type: 'string', format: 'binary', description: form.raw }
    return {
      required: true,
      content: {
        ...Object.fromEntries(content),
        ...(raw && { 'application/octet-stream': { schema: raw } }),
      },
    }
  }
  if (!hooks.body) return undefined
  return {
    required: hooks.body[ABSENT] !== true,
    ...jsonContent(nameBody(hooks.body, name, components)),
  }
}

/** Whether some values do not match the schema of a parameter. */
const hasStrictValues = (schema: TSchema | undefined) =>
  Object.values<TSchema>(schema?.properties ?? {}).some(
    ({ type, pattern, format }) => type !== 'string' || pattern || format,
  )

/** A token in the query is not a parameter but a way to authenticate. */
function withoutToken(schema: TSchema | undefined, rule: DocumentedAccess | undefined) {
  if (!schema || !rule?.queryToken) return schema
  const { token: _, ...properties } = schema.properties
  return { ...schema, properties }
}

function parameters(schema: TSchema | undefined, place: 'path' | 'query', components: Components) {
  const required: unknown[] = schema?.required ?? []
  return Object.entries<TSchema>(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...shape } = toJsonSchema(property, components)
    return {
      name,
      in: place,
      required: place === 'path' || property[REQUIRED] === true || required.includes(name),
      description,
      schema: shape,
    }
  })
}

/** Alternative requirements: any one of the scopes is sufficient. An empty list means that the route is public. */
function security(rule: DocumentedAccess | undefined): Record<string, string[]>[] {
  if (!rule) return []
  const scopes = [rule.scope ?? []].flat()
  return [
    ...(rule.optional ? [{}] : []),
    { session: [] },
    ...(scopes.length > 0 ? [{ personal: [] }] : []),
    ...(rule.queryToken ? [{ personalInUrl: [] }] : []),
    ...(rule.basic ? [{ personalAsPassword: [] }] : []),
    ...scopes.map((scope) => ({ app: [scope] })),
  ]
}

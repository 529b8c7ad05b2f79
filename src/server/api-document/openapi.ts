import type { TSchema } from '@sinclair/typebox'
import { VERSION } from '@/lib/version'
import type { DocumentedAccess } from '@/server/http/access'
import { ABSENT } from '@/server/http/documented-input'
import type { DescribedOperation, DocumentedResponse, FormBody } from '@/server/http/operation'
import { isExempt } from '@/server/http/rate-limits'
import { errorBody } from '@/server/http/responses/envelope'
import { accessText, listErrorResponses } from './error-responses'
import { INTRODUCTION, SCOPE_TEXTS, TAGS } from './introduction'
import { type Components, type JsonSchema, toJsonSchema } from './json-schema'

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

/** The general part of the document. */
export const INFO = {
  title: 'Milepost API',
  version: VERSION.server,
  description: INTRODUCTION,
  license: { name: 'MIT', identifier: 'MIT' },
}

/** The OpenAPI 3.1 document of all routes that have an `operation`. */
export function openApiDocument(routes: readonly Route[], basePath: string): JsonSchema {
  const components: Components = new Map()
  const paths: Record<string, JsonSchema> = {}
  const readable = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path))
  for (const route of routes) {
    const operation = route.hooks.detail?.operation?.()
    if (!operation) continue
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: describeOperation(route, {
        ...{ operation, components },
        isConditional: CHANGING.includes(route.method) && readable.has(route.path),
      }),
    }
  }
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: basePath || '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: securitySchemes(basePath),
    },
  }
}

const securitySchemes = (basePath: string) => ({
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The `auth_token` of `POST /api/auth/login`; it has full access.',
  },
  app: {
    type: 'oauth2',
    description: 'The access token of an app, limited to the scopes that its user granted.',
    flows: {
      authorizationCode: {
        authorizationUrl: `${basePath}/profile/apps/authorize`,
        tokenUrl: `${basePath}/api/oauth/token`,
        refreshUrl: `${basePath}/api/oauth/token`,
        scopes: SCOPE_TEXTS,
      },
    },
  },
})

/** Methods that change what GET of the same path returns. */
const CHANGING = ['PATCH', 'PUT', 'DELETE']

const IF_MATCH = {
  name: 'if-match',
  in: 'header',
  required: false,
  description: 'The `etag` of GET: nothing is changed if it is no longer the current one.',
  schema: { type: 'string' },
}

interface OperationParts {
  operation: DescribedOperation
  components: Components
  /** Whether `If-Match` applies. */
  isConditional: boolean
}

function describeOperation(
  route: Route,
  { operation, components, isConditional }: OperationParts,
): JsonSchema {
  const { tags, access } = route.hooks.detail ?? {}
  const rule = access?.()
  const body = requestBody(route, operation.form, components)
  const errors = listErrorResponses(operation, {
    rule,
    hasBody: body !== undefined,
    hasStrictPath: hasStrictValues(route.hooks.params),
    isCounted: !isExempt(route.path),
    isWriting: route.method !== 'GET',
    isConditional,
  })
  return {
    tags,
    operationId: operation.id,
    summary: operation.summary,
    description: [operation.description, accessText(rule)].filter(Boolean).join('\n\n'),
    parameters: [
      ...parameters(route.hooks.params, 'path', components),
      ...parameters(route.hooks.query, 'query', components),
      ...(isConditional ? [IF_MATCH] : []),
    ],
    ...(body && { requestBody: body }),
    responses: {
      ...mapValues(operation.responses, (response) => describeResponse(response, components)),
      ...mapValues(errors, ({ when, schema, empty, headers }) => ({
        description: when,
        ...(headers && { headers }),
        ...(!empty && jsonContent(schema ?? errorBody, components)),
      })),
    },
    security: security(rule),
    ...(operation.deprecated && { deprecated: true }),
  }
}

const mapValues = <From, To>(object: Record<string, From>, change: (value: From) => To) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))

function describeResponse(response: DocumentedResponse, components: Components): JsonSchema {
  if ('empty' in response) return { description: response.empty }
  if ('mediaType' in response)
    return {
      description: response.description,
      content: { [response.mediaType]: { schema: { type: 'string', format: 'binary' } } },
    }
  return {
    description: response.description ?? 'The requested data.',
    ...jsonContent(response, components),
  }
}

const jsonContent = (schema: TSchema, components: Components) => ({
  content: { 'application/json': { schema: toJsonSchema(schema, components) } },
})

function requestBody({ hooks }: Route, form: FormBody | undefined, components: Components) {
  if (form) {
    const schema = toJsonSchema(form.form, components)
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
  return { required: hooks.body[ABSENT] !== true, ...jsonContent(hooks.body, components) }
}

/** Whether some values do not match the schema of a parameter. */
const hasStrictValues = (schema: TSchema | undefined) =>
  Object.values<TSchema>(schema?.properties ?? {}).some(
    ({ type, pattern, format }) => type !== 'string' || pattern || format,
  )

function parameters(schema: TSchema | undefined, place: 'path' | 'query', components: Components) {
  const required: unknown[] = schema?.required ?? []
  return Object.entries<TSchema>(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...shape } = toJsonSchema(property, components)
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
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
    ...scopes.map((scope) => ({ app: [scope] })),
  ]
}

import type { TSchema } from '@sinclair/typebox'
import { ABSENT } from '@/http/accepted'
import type { DocumentedAccess } from '@/http/access'
import { errorBody } from '@/http/envelope'
import type { Answer, DescribedOperation, FormBody } from '@/http/operation'
import { isExempt } from '@/http/rate-limits'
import { VERSION } from '@/version'
import { INTRODUCTION, SCOPE_TEXTS, TAGS } from './api-introduction'
import { type Components, type JsonSchema, toJsonSchema } from './json-schema'
import { accessText, refusalsOf } from './refusals'

/** A route as Elysia lists it, with what `operation` and the access rules left in its `detail`. */
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

/** What the document says of the API as a whole. */
export const INFO = {
  title: 'Milepost API',
  version: VERSION.server,
  description: INTRODUCTION,
  license: { name: 'MIT', identifier: 'MIT' },
}

/** The OpenAPI 3.1 document of all routes that tell of themselves. */
export function openApiDocument(routes: readonly Route[], basePath: string): JsonSchema {
  const components: Components = new Map()
  const paths: Record<string, JsonSchema> = {}
  for (const route of routes) {
    const told = route.hooks.detail?.operation?.()
    if (!told) continue
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: describeOperation(route, told, components),
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
    description: 'The `auth_token` of `POST /api/auth/login`; it may do everything.',
  },
  app: {
    type: 'oauth2',
    description: 'The access token of an app, for what its user granted.',
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

function describeOperation(
  route: Route,
  told: DescribedOperation,
  components: Components,
): JsonSchema {
  const { tags, access } = route.hooks.detail ?? {}
  const rule = access?.()
  const body = requestBody(route, told.form, components)
  const refusals = refusalsOf(told, {
    rule,
    hasBody: body !== undefined,
    hasStrictPath: hasStrictValues(route.hooks.params),
    isCounted: !isExempt(route.path),
    isWriting: route.method !== 'GET',
  })
  return {
    tags,
    operationId: told.id,
    summary: told.summary,
    description: [told.description, accessText(rule)].filter(Boolean).join('\n\n'),
    parameters: [
      ...parameters(route.hooks.params, 'path', components),
      ...parameters(route.hooks.query, 'query', components),
    ],
    ...(body && { requestBody: body }),
    responses: {
      ...mapValues(told.answers, (answer) => describeAnswer(answer, components)),
      ...mapValues(refusals, ({ when, schema, empty, headers }) => ({
        description: when,
        ...(headers && { headers }),
        ...(!empty && jsonContent(schema ?? errorBody, components)),
      })),
    },
    security: security(rule),
    ...(told.deprecated && { deprecated: true }),
  }
}

const mapValues = <From, To>(object: Record<string, From>, change: (value: From) => To) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))

function describeAnswer(answer: Answer, components: Components): JsonSchema {
  if ('empty' in answer) return { description: answer.empty }
  if ('mediaType' in answer)
    return {
      description: answer.description,
      content: { [answer.mediaType]: { schema: { type: 'string', format: 'binary' } } },
    }
  return {
    description: answer.description ?? 'What was asked for.',
    ...jsonContent(answer, components),
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

/** Whether there is a value that not every text is. */
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

/** Alternatives: any scope that is named will do; without an entry the route is open to everybody. */
function security(rule: DocumentedAccess | undefined): Record<string, string[]>[] {
  if (!rule) return []
  const scopes = [rule.scope ?? []].flat()
  return [
    ...(rule.optional ? [{}] : []),
    { session: [] },
    ...scopes.map((scope) => ({ app: [scope] })),
  ]
}

import { VERSION } from '@/lib/version'
import { describeOperation, type Route } from './describe-operation'
import { INTRODUCTION, TAGS } from './introduction'
import type { Components, JsonSchema } from './json-schema'
import { HEADERS, PARAMETERS, RESPONSES, securitySchemes } from './shared-parts'

/** The general part of the document. */
export const INFO = {
  title: 'Milepost API',
  version: VERSION.server,
  description: INTRODUCTION,
  license: { name: 'MIT', identifier: 'MIT' },
}

/** Methods that change what GET of the same path returns. */
const CHANGING = ['PATCH', 'PUT', 'DELETE']

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
      schemas: sortedSchemas(components),
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: RESPONSES,
      securitySchemes: securitySchemes(basePath),
    },
  }
}

const sortedSchemas = (components: Components) =>
  Object.fromEntries(
    [...components]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { converted }]) => [name, converted]),
  )

import { describe, expect, test } from 'bun:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { TAGS } from '@/server/api-document/introduction'
import { buildApp } from '@/server/app'
import { type ApiDocument, documentChecker, resolveReference } from '../support/api-document'
import { startTestServer } from '../support/app'

interface Parameter {
  $ref?: string
  name: string
  description?: string
}

interface Response {
  $ref?: string
  description?: string
  content?: Record<string, { schema: object }>
  headers?: object
}

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters: Parameter[]
  responses: Record<string, Response>
  security: Record<string, string[]>[]
  requestBody?: {
    required: boolean
    content: Record<string, { schema: object; example?: unknown }>
  }
}

const { ctx, handle, stop } = startTestServer()
const { routes } = buildApp(ctx)
const response = await handle(new Request('http://localhost/api/openapi.json'))
const document = (await response.json()) as ApiDocument & { tags: { name: string }[] }
const viewer = await handle(new Request('http://localhost/api/docs'))
const page = await viewer.text()
await stop()

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation: withSharedParts(operation as unknown as Operation),
  })),
)

/** An operation whose parameters and responses are written out. */
function withSharedParts(operation: Operation): Operation {
  const resolved = <Part extends { $ref?: string }>(part: Part) =>
    resolveReference(document, part) ?? part
  const responses = Object.entries(operation.responses).map(([status, one]) => [
    status,
    resolved(one),
  ])
  return {
    ...operation,
    parameters: operation.parameters.map(resolved),
    responses: Object.fromEntries(responses),
  }
}

const operationOf = (name: string) => {
  const found = operations.find((one) => one.name === name)
  if (!found) throw new Error(`no operation ${name}`)
  return found.operation
}
/** Names of types in generated clients or their languages, and the beginnings of those that generators make. */
const TAKEN =
  /^(New|Api|Unsafe)[A-Z]|(Request|Response)$|^(Any|Array|Client|Configuration|Date|Error|Exception|File|Function|List|Map|Model|Object|Option|Record|Result|ServerConfiguration|Set|Stream|String|Symbol|Type)$/

/** Why generators cannot read a part of a schema. */
function findUnreadable(part: object, path: readonly string[]): string | undefined {
  if ('items' in part && Array.isArray(part.items)) return 'a list of items instead of prefixItems'
  const { type } = part as { type?: unknown }
  if (type === 'null' && path.at(-2) !== 'anyOf') return 'only null'
  if ('const' in part && (part.const === '' || typeof part.const === 'number'))
    return 'an odd const'
  return undefined
}

/** The names of the operations for which a condition is false. */
const except = (holds: (operation: Operation) => boolean) =>
  operations.filter(({ operation }) => !holds(operation)).map(({ name }) => name)

describe('the API document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate({ ...document } as Record<string, unknown>)
    expect(valid ? '' : JSON.stringify(errors).slice(0, 2000)).toBe('')
    expect(validator.version).toBe('3.1')
  })

  test('describes every route except itself', () => {
    const served = routes
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
      .filter((name) => !/ \/api\/(docs|openapi\.json)$/.test(name))
    expect(operations.map(({ name }) => name).toSorted()).toEqual(served.toSorted())
  })

  test('has a unique id for every operation', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(ids.filter((id) => !/^[a-z]+([A-Z][a-zA-Z0-9]*)?$/.test(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('describes what every operation does and who may call it', () => {
    expect(except(({ summary }) => summary.length > 5)).toEqual([])
    expect(except(({ description }) => description.includes('**Access:**'))).toEqual([])
  })

  test('has every operation in one of its groups, and no empty group', () => {
    expect(
      except(({ tags }) => tags.length === 1 && Object.keys(TAGS).includes(tags[0] ?? '')),
    ).toEqual([])
    const used = new Set(operations.flatMap(({ operation }) => operation.tags))
    expect(document.tags.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([])
  })

  test('describes every parameter, and names those of the path', () => {
    expect(except(({ parameters }) => parameters.every(({ description }) => description))).toEqual(
      [],
    )
    const unnamed = operations.filter(({ name, operation: { parameters } }) =>
      [...name.matchAll(/\{(\w+)\}/g)].some(
        ([, path]) => !parameters.some((one) => one.name === path),
      ),
    )
    expect(unnamed.map(({ name }) => name)).toEqual([])
  })

  test('describes the responses and errors of every operation', () => {
    const answers = ({ responses }: Operation) => Object.keys(responses)
    expect(except((one) => answers(one).some((status) => /^2|^410/.test(status)))).toEqual([])
    expect(
      except((one) => Object.values(one.responses).every(({ description }) => description)),
    ).toEqual([])
    expect(except((one) => one.security.length === 0 || answers(one).includes('401'))).toEqual([])
    expect(except((one) => !one.requestBody || answers(one).includes('413'))).toEqual([])
    expect(except((one) => answers(one).includes('431'))).toEqual([])
    expect(answers(operationOf('GET /api/sports/{sport_id}'))).toContain('404')
    const { headers } = operationOf('GET /api/ping').responses[429] ?? {}
    expect(headers).toHaveProperty('retry-after')
  })

  test('marks optional request bodies', () => {
    const isLeftOut = operations.filter(
      ({ operation }) => operation.requestBody?.required === false,
    )
    expect(isLeftOut.map(({ name }) => name)).toEqual(['POST /api/notifications/mark-all-as-read'])
  })

  test('describes form bodies that routes parse themselves', () => {
    const body = (name: string) => operationOf(name).requestBody?.content
    const { schemas } = document.components
    expect(body('POST /api/workouts')).toEqual({
      'multipart/form-data': { schema: { $ref: '#/components/schemas/UploadWorkoutBody' } },
    })
    expect(schemas.UploadWorkoutBody).toHaveProperty(['properties', 'data', '$ref'])
    expect(schemas.UploadOptions).toHaveProperty(['properties', 'sport_id'])
    expect(Object.keys(body('POST /api/oauth/token') ?? {})).toEqual([
      'application/x-www-form-urlencoded',
    ])
    expect(body('PATCH /api/workouts/{workout_short_id}')).toEqual({
      'application/json': {
        schema: { $ref: '#/components/schemas/EditWorkoutBody' },
      },
    })
    expect(schemas.EditWorkoutBody).toHaveProperty(['properties', 'title'])
  })

  test('lists required scopes', () => {
    expect(operationOf('GET /api/ping').security).toEqual([])
    expect(operationOf('GET /api/workouts').security).toEqual([
      { session: [] },
      { personal: [] },
      { app: ['workouts:read'] },
    ])
    expect(operationOf('POST /api/inbox').security).toEqual([
      { session: [] },
      { personal: [] },
      { personalInUrl: [] },
      { personalAsPassword: [] },
      { app: ['workouts:write'] },
    ])
    expect(operationOf('GET /api/sports').security).toContainEqual({})
    expect(operationOf('POST /api/auth/logout').security).toEqual([{ session: [] }])
  })

  test('describes literals as enums and nullable values with two types', () => {
    const { properties } = document.components.schemas.Workout as {
      properties: Record<string, object>
    }
    expect(properties.workout_visibility).toMatchObject({
      type: 'string',
      enum: ['public', 'followers_only', 'private'],
    })
    expect(properties.title).toMatchObject({ type: ['string', 'null'] })
    expect(JSON.stringify(document)).not.toContain('x-accepted')
  })

  test('names every body, and writes no name twice', () => {
    const inline = operations.flatMap(({ name, operation: { requestBody, responses } }) =>
      [...Object.values(responses), ...(requestBody ? [requestBody] : [])]
        .flatMap(({ content = {} }) => Object.values<{ schema: object }>(content))
        .filter(({ schema }) => !('$ref' in schema) && !('format' in schema))
        .map(() => name),
    )
    expect(inline).toEqual([])
    const lowerCase = Object.keys(document.components.schemas).map((name) => name.toLowerCase())
    expect(new Set(lowerCase).size).toBe(lowerCase.length)
  })

  test('has no names that generated clients or their languages use', () => {
    const names = Object.keys(document.components.schemas)
    expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]+$/.test(name))).toEqual([])
    expect(names.filter((name) => TAKEN.test(name))).toEqual([])
  })

  test('has no schemas that generators of clients cannot read', () => {
    const problems: string[] = []
    const visit = (value: unknown, path: readonly string[]) => {
      if (typeof value !== 'object' || value === null) return
      const problem = findUnreadable(value, path)
      if (problem !== undefined) problems.push(`${path.join('/')}: ${problem}`)
      for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key])
    }
    visit(document.components.schemas, [])
    expect(problems).toEqual([])
  })

  test('shares error responses', () => {
    const own = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ responses }) => Object.entries(responses))
      .filter(([status, one]) => Number(status) >= 400 && one.$ref === undefined)
    expect(own.length).toBeLessThan(30)
  })

  test('describes 304, and the dialect where the response depends on it', () => {
    const workout = operationOf('GET /api/workouts/{workout_short_id}')
    const names = ({ parameters }: Operation) => parameters.map(({ name }) => name)
    expect(workout.responses[304]).toBeDefined()
    expect(workout.responses[200]?.headers).toHaveProperty('etag')
    expect(names(workout)).toEqual(['workout_short_id', 'if-none-match', 'x-api-dialect'])
    expect(names(operationOf('GET /api/sports'))).not.toContain('x-api-dialect')
    expect(operationOf('GET /api/ping').responses[429]?.headers).toHaveProperty('x-ratelimit-reset')
  })

  test('adds no response schemas that would be checked at run time', () => {
    const applied = routes.filter(({ hooks }) => hooks.response !== undefined)
    expect(applied.map(({ path }) => path)).toEqual([])
  })

  test('has a viewer that loads nothing from other servers', () => {
    expect(viewer.headers.get('content-type')).toStartWith('text/html')
    const loaded = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url)
    expect(loaded.length).toBeGreaterThan(2)
    expect(loaded.filter((url) => !url.startsWith('/api-docs/'))).toEqual([])
  })
})

describe('the test client', () => {
  const { findOperation, problemOf } = documentChecker(document)
  const problem = (status: number, body: unknown, mediaType = 'application/json') => {
    const ping = findOperation('GET', '/api/ping?x=1')
    if (!ping) throw new Error('no ping')
    return problemOf(ping, { status, mediaType, body })
  }
  const PONG = { message: 'pong!', status: 'success' }

  test('accepts a response that matches the document', () => {
    expect(problem(200, PONG)).toBeUndefined()
  })

  test.each<[string, number, unknown]>([
    ['with another status', 202, PONG],
    ['with an extra key', 200, { ...PONG, more: 1 }],
    ['with a missing key', 200, { message: 'pong!' }],
    ['with another value', 200, { ...PONG, status: 'fine' }],
  ])('rejects a response %s', (_, status, body) => {
    expect(problem(status, body)).toBeString()
  })

  test('rejects a response of another media type', () => {
    expect(problem(200, 'pong!', 'text/plain')).toBeString()
  })

  test('looks up the most specific path', () => {
    const id = (method: string, path: string) => findOperation(method, path)?.operationId
    expect(id('GET', '/api/workouts/collection')).toBe('listWorkoutLines')
    expect(id('GET', '/api/workouts/abc')).toBe('getWorkout')
    expect(id('PUT', '/api/workouts/abc')).toBeUndefined()
  })
})

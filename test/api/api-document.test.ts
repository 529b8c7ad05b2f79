import { describe, expect, test } from 'bun:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { TAGS } from '@/server/api-document/introduction'
import { buildApp } from '@/server/app'
import { type ApiDocument, documentChecker } from '../support/api-document'
import { startTestServer } from '../support/app'

interface Parameter {
  name: string
  description?: string
}

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters: Parameter[]
  responses: Record<string, { description: string; content?: object; headers?: object }>
  security: Record<string, string[]>[]
  requestBody?: { required: boolean; content: Record<string, { schema: object }> }
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
    operation: operation as unknown as Operation,
  })),
)
const operationOf = (name: string) => {
  const found = operations.find((one) => one.name === name)
  if (!found) throw new Error(`no operation ${name}`)
  return found.operation
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
    expect(body('POST /api/workouts')).toHaveProperty([
      'multipart/form-data',
      'schema',
      'properties',
      'data',
      'properties',
      'sport_id',
    ])
    expect(Object.keys(body('POST /api/oauth/token') ?? {})).toEqual([
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ])
    expect(body('PATCH /api/workouts/{workout_short_id}')).toHaveProperty([
      'application/json',
      'schema',
      'properties',
      'title',
    ])
  })

  test('lists required scopes', () => {
    expect(operationOf('GET /api/ping').security).toEqual([])
    expect(operationOf('GET /api/workouts').security).toEqual([
      { session: [] },
      { app: ['workouts:read'] },
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

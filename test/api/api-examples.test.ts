import { describe, expect, test } from 'bun:test'
import { type ApiDocument, documentChecker } from '../support/api-document'
import { startTestServer } from '../support/app'

interface Content {
  'application/json'?: { schema: object; example?: unknown }
}

interface Operation {
  operationId: string
  responses: Record<string, { content?: Content }>
}

const { handle, stop } = startTestServer()
const response = await handle(new Request('http://localhost/api/openapi.json'))
const document = (await response.json()) as ApiDocument
await stop()

const operations = Object.values(document.paths).flatMap((methods) =>
  Object.values(methods).map((operation) => operation as unknown as Operation),
)

/** The JSON of all successful responses of an operation. */
const successesOf = ({ responses }: Operation) =>
  Object.entries(responses).flatMap(([status, { content }]) => {
    const json = content?.['application/json']
    return status.startsWith('2') && json ? [{ status: Number(status), json }] : []
  })

describe('the examples of the API document', () => {
  test('show a response of every operation that returns JSON', () => {
    const missing = operations.filter((operation) => {
      const successes = successesOf(operation)
      return successes.length > 0 && successes.every(({ json }) => json.example === undefined)
    })
    expect(missing.map(({ operationId }) => operationId)).toEqual([])
  })

  test('match the schemas', () => {
    const { problemOf } = documentChecker(document)
    const problems = operations.flatMap((operation) =>
      successesOf(operation)
        .filter(({ json }) => json.example !== undefined)
        .map(({ status, json }) =>
          problemOf(operation as never, {
            ...{ status, mediaType: 'application/json', body: json.example },
          }),
        )
        .filter(Boolean)
        .map((problem) => `${operation.operationId}: ${problem}`),
    )
    expect(problems).toEqual([])
  })

  test('contain no secrets and nothing about the machine that recorded them', () => {
    const text = JSON.stringify(operations)
    expect(text).not.toMatch(/eyJ[\w-]{10,}\.|127\.0\.0\.1:\d|\/tmp\//)
  })
})

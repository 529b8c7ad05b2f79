import { describe, expect, test } from 'bun:test'
import { readBody } from '@/server/http/body'
import { startServer } from '../../support/client'

const read = (body: string, contentType = 'application/json') => {
  const headers = { 'content-type': contentType }
  return readBody(new Request('http://localhost/', { method: 'POST', body, headers }))
}

describe('readBody', () => {
  test('reads a JSON object', async () => {
    expect(await read('{"a": [1, {"b": null}]}')).toEqual({ a: [1, { b: null }] })
  })

  test.each(['{', '[]', '"text"', '1', 'null', ' '])('returns null for %j', async (text) => {
    expect(await read(text)).toBeNull()
  })

  test('treats an empty body as one without fields', async () => {
    const body = new ReadableStream({ start: (controller) => controller.close() })
    const headers = { 'content-type': 'application/json' }
    const request = new Request('http://localhost/', { method: 'POST', body, headers })
    expect(await readBody(request)).toEqual({})
  })

  test('rejects bodies that are neither JSON nor a form, and leaves forms to their routes', async () => {
    await expect(read('text', 'text/plain')).rejects.toMatchObject({ httpStatus: 415 })
    expect(await read('a=b', 'application/x-www-form-urlencoded')).toBeNull()
  })

  test('drops keys that would replace methods of every object', async () => {
    expect(await read('{"toString": {}, "valueOf": 1, "__proto__": {"a": 1}, "b": 2}')).toEqual({
      b: 2,
    })
    expect(await read('{"a": [{"to\\u0053tring": {}}]}')).toEqual({ a: [{}] })
  })

  test('lets such keys cause 400 and not 500', async () => {
    const { call } = startServer()
    for (const email of [{ toString: {} }, { valueOf: 1 }, [{ toString: null }]]) {
      const { status } = await call('POST', '/api/auth/login', { json: { email, password: '' } })
      expect(status).toBe(400)
    }
  })

  test('survives deeply nested JSON', async () => {
    const { call } = startServer()
    const body = `{"email":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    const headers = { 'content-type': 'application/json' }
    expect((await call('POST', '/api/auth/login', { body, headers })).status).toBe(400)
  })
})

import { describe, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { forTransfer, WholeResponse } from '@/server/http/responses/compression'

const asking = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://localhost/api/config', { method, headers })
const large = { text: 'the same again and again '.repeat(100) }
const huge = { text: 'the same again and again '.repeat(10_000) }

/**
 * The response that is sent for the return value of a route, or the route's own response where that is passed through.
 */
async function send(
  request: Request,
  value: unknown,
  set: { status?: number; headers?: Record<string, string> } = {},
) {
  const call = { request, responseValue: value, set: { status: 200, headers: {}, ...set } }
  const answer = await forTransfer({ 'x-standard': 'yes' })(call)
  return answer ?? (value as Response)
}

/** The ETag of a response. */
const tagOf = async (value: object) =>
  (await send(asking(), Response.json(value))).headers.get('etag') ?? ''

describe('a response', () => {
  test('has an ETag of its content and may only be cached privately', async () => {
    const answer = await send(asking(), { a: 1 })
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('x-standard')).toBe('yes')
    expect(await answer.json()).toEqual({ a: 1 })
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    expect(answer.headers.get('vary')).toBe('accept-encoding, authorization, x-api-dialect')
    expect(await tagOf({ a: 1 })).toBe(answer.headers.get('etag') ?? 'none')
    expect(await tagOf({ a: 2 })).not.toBe(await tagOf({ a: 1 }))
  })

  test('is 304 for clients that have it already', async () => {
    const tag = await tagOf({ a: 1 })
    for (const known of [tag, `"x", ${tag}`, '*']) {
      const request = asking({ 'if-none-match': known })
      const answer = await send(request, Response.json({ a: 1 }))
      expect([answer.status, await answer.text()]).toEqual([304, ''])
      expect(answer.headers.get('etag')).toBe(tag)
    }
    const other = await send(asking({ 'if-none-match': tag }), Response.json({ a: 2 }))
    expect([other.status, await other.json()]).toEqual([200, { a: 2 }])
  })

  test.each([
    ['if it is moderately large', large],
    ['if it is very large', huge],
  ])('is compressed for clients that accept gzip, %s', async (_, value) => {
    const request = asking({ 'accept-encoding': 'br, gzip;q=0.8' })
    const answer = await send(request, Response.json(value))
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(bytes.length).toBeLessThan(JSON.stringify(value).length / 5)
    expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(value)
    expect(answer.headers.get('etag')).toBe((await tagOf(value)).replace(/"$/, '-gzip"'))
  })

  test.each(['', 'text', 'identity', 'gzip;q=0', 'br'])(
    'is not compressed for clients that accept %p',
    async (accepted) => {
      const request = asking({ 'accept-encoding': accepted })
      const answer = await send(request, Response.json(large))
      expect(answer.headers.has('content-encoding')).toBe(false)
      expect(await answer.json()).toEqual(large)
    },
  )

  test('is not compressed when it is small', async () => {
    const request = asking({ 'accept-encoding': 'gzip' })
    const answer = await send(request, Response.json({ a: 1 }))
    expect(answer.headers.has('content-encoding')).toBe(false)
  })

  test.each([
    ['a response to POST', asking({}, 'POST'), Response.json(large)],
    ['an error', asking(), Response.json(large, { status: 403 })],
    ['a picture', asking(), new Response('x', { headers: { 'content-type': 'image/png' } })],
    [
      'one that must not be cached',
      asking(),
      Response.json(large, { headers: { 'cache-control': 'no-store' } }),
    ],
  ])('is passed through unchanged: %s', async (_, request, response) => {
    expect(await send(request, response)).toBe(response)
    expect(response.headers.has('etag')).toBe(false)
  })

  test('is the same for a Response object and for the plain value', async () => {
    const [one, other] = [await send(asking(), large), await send(asking(), Response.json(large))]
    expect(await one.text()).toBe(await other.text())
    expect(Object.fromEntries(one.headers)).toEqual(Object.fromEntries(other.headers))
  })

  test('keeps the content type and Vary header of its route', async () => {
    const feed = new Response('<rss/>', { headers: { 'content-type': 'text/xml', vary: 'accept' } })
    const answer = await send(asking(), feed)
    expect(answer.headers.get('vary')).toBe('accept, accept-encoding, authorization, x-api-dialect')
    expect(answer.headers.get('content-type')).toBe('text/xml')
  })

  test('takes over the headers that its route has set', async () => {
    const set = { status: 200, headers: { 'x-left': '3' } }
    const answer = await forTransfer({})({ request: asking(), responseValue: large, set })
    expect(answer?.headers.get('x-left')).toBe('3')
    // Otherwise Elysia would create another response from it.
    expect(set.headers).toEqual({} as typeof set.headers)
    expect(answer).toBeInstanceOf(WholeResponse)
  })

  test.each([
    ['a created object', large, { status: 201 }],
    ['one that must not be cached', large, { headers: { 'cache-control': 'no-store' } }],
    ['a value that is not an object', 'text', {}],
    ['no content', undefined, {}],
  ])('is left to Elysia: %s', async (_, value, set) => {
    expect(await send(asking(), value, set)).toBe(value as unknown as Response)
  })
})

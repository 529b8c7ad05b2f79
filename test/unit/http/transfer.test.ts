import { describe, expect, test } from 'bun:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { forTransfer, sendPacked, WholeResponse } from '@/http/transfer'
import { entityTag } from '@/lib/entity-tag'

const asking = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://localhost/api/config', { method, headers })
const large = { text: 'the same again and again '.repeat(100) }
const huge = { text: 'the same again and again '.repeat(10_000) }

/** What is sent for what a route answers; its own response where nothing is done to that. */
async function send(
  request: Request,
  value: unknown,
  set: { status?: number; headers?: Record<string, string> } = {},
) {
  const call = { request, responseValue: value, set: { status: 200, headers: {}, ...set } }
  const answer = await forTransfer({ 'x-standard': 'yes' })(call)
  return answer ?? (value as Response)
}

/** The tag of an answer. */
const tagOf = async (value: object) =>
  (await send(asking(), Response.json(value))).headers.get('etag') ?? ''

describe('an answer on its way', () => {
  test('has a tag of its content, and is kept by the client alone', async () => {
    const answer = await send(asking(), { a: 1 })
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('x-standard')).toBe('yes')
    expect(await answer.json()).toEqual({ a: 1 })
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    expect(answer.headers.get('vary')).toBe('accept-encoding, authorization, x-api-dialect')
    expect(await tagOf({ a: 1 })).toBe(answer.headers.get('etag') ?? 'none')
    expect(await tagOf({ a: 2 })).not.toBe(await tagOf({ a: 1 }))
  })

  test('is not sent again to those who have it', async () => {
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
    ['of some size', large],
    ['of great size', huge],
  ])('%s is compressed for those who take it', async (_, value) => {
    const request = asking({ 'accept-encoding': 'br, gzip;q=0.8' })
    const answer = await send(request, Response.json(value))
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(bytes.length).toBeLessThan(JSON.stringify(value).length / 5)
    expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(value)
    expect(answer.headers.get('etag')).toBe(await tagOf(value))
  })

  test.each(['', 'text', 'identity', 'gzip;q=0', 'br'])(
    'is sent as it is to those who accept %p',
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
    ['that changes something', asking({}, 'POST'), Response.json(large)],
    ['that refuses', asking(), Response.json(large, { status: 403 })],
    [
      'that is a picture',
      asking(),
      new Response('x', { headers: { 'content-type': 'image/png' } }),
    ],
    [
      'that nobody may keep',
      asking(),
      Response.json(large, { headers: { 'cache-control': 'no-store' } }),
    ],
  ])('is left alone when it is one %s', async (_, request, response) => {
    expect(await send(request, response)).toBe(response)
    expect(response.headers.has('etag')).toBe(false)
  })

  test('is the same whether it comes as a response or as what a response is made of', async () => {
    const [one, other] = [await send(asking(), large), await send(asking(), Response.json(large))]
    expect(await one.text()).toBe(await other.text())
    expect(Object.fromEntries(one.headers)).toEqual(Object.fromEntries(other.headers))
  })

  test('differs also with what its route says', async () => {
    const feed = new Response('<rss/>', { headers: { 'content-type': 'text/xml', vary: 'accept' } })
    const answer = await send(asking(), feed)
    expect(answer.headers.get('vary')).toBe('accept, accept-encoding, authorization, x-api-dialect')
    expect(answer.headers.get('content-type')).toBe('text/xml')
  })

  test('takes the headers over that its route has set, and is whole then', async () => {
    const set = { status: 200, headers: { 'x-left': '3' } }
    const answer = await forTransfer({})({ request: asking(), responseValue: large, set })
    expect(answer?.headers.get('x-left')).toBe('3')
    // Or Elysia would make another response of it.
    expect(set.headers).toEqual({} as typeof set.headers)
    expect(answer).toBeInstanceOf(WholeResponse)
  })

  test.each([
    ['that was made', large, { status: 201 }],
    ['that nobody may keep', large, { headers: { 'cache-control': 'no-store' } }],
    ['that is no object', 'text', {}],
    ['that is empty', undefined, {}],
  ])('is left to Elysia when it is one %s', async (_, value, set) => {
    expect(await send(asking(), value, set)).toBe(value as unknown as Response)
  })
})

describe('JSON that was packed before', () => {
  const bytes = new TextEncoder().encode(JSON.stringify(large))
  const etag = entityTag(bytes)
  const kept = sendPacked({ etag, body: gzipSync(bytes) })

  test('is sent as it is to those who take gzip, also when only its headers are asked for', async () => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await send(asking({ 'accept-encoding': 'gzip' }, method), kept)
      expect(answer.headers.toJSON()).toEqual({
        ...{ 'x-standard': 'yes', 'content-type': 'application/json', 'content-encoding': 'gzip' },
        ...{ etag, 'cache-control': 'private, no-cache' },
        vary: 'accept-encoding, authorization, x-api-dialect',
      })
      expect(gunzipSync(await answer.bytes()).toString()).toBe(JSON.stringify(large))
    }
  })

  test('is unpacked for others', async () => {
    const answer = await send(asking({ 'accept-encoding': 'gzip;q=0' }), kept)
    expect(answer.headers.has('content-encoding')).toBe(false)
    expect(await answer.json()).toEqual(large)
  })

  test('is not sent to those who have it', async () => {
    const answer = await send(asking({ 'if-none-match': etag, 'accept-encoding': 'gzip' }), kept)
    expect([answer.status, await answer.text()]).toEqual([304, ''])
    expect(answer.headers.get('etag')).toBe(etag)
    expect(answer.headers.has('content-encoding')).toBe(false)
  })
})

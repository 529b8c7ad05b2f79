import { describe, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { forTransfer } from '@/http/transfer'

const asking = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://localhost/api/config', { method, headers })
const large = { text: 'the same again and again '.repeat(100) }
const huge = { text: 'the same again and again '.repeat(10_000) }

/** The tag of an answer. */
const tagOf = async (value: object) =>
  (await forTransfer(asking(), Response.json(value))).headers.get('etag') ?? ''

describe('an answer on its way', () => {
  test('has a tag of its content, and is kept by the client alone', async () => {
    const answer = await forTransfer(asking(), Response.json({ a: 1 }))
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
      const answer = await forTransfer(request, Response.json({ a: 1 }))
      expect([answer.status, await answer.text()]).toEqual([304, ''])
      expect(answer.headers.get('etag')).toBe(tag)
    }
    const other = await forTransfer(asking({ 'if-none-match': tag }), Response.json({ a: 2 }))
    expect([other.status, await other.json()]).toEqual([200, { a: 2 }])
  })

  test.each([
    ['of some size', large],
    ['of great size', huge],
  ])('%s is compressed for those who take it', async (_, value) => {
    const request = asking({ 'accept-encoding': 'br, gzip;q=0.8' })
    const answer = await forTransfer(request, Response.json(value))
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
      const answer = await forTransfer(request, Response.json(large))
      expect(answer.headers.has('content-encoding')).toBe(false)
      expect(await answer.json()).toEqual(large)
    },
  )

  test('is not compressed when it is small', async () => {
    const request = asking({ 'accept-encoding': 'gzip' })
    const answer = await forTransfer(request, Response.json({ a: 1 }))
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
    expect(await forTransfer(request, response)).toBe(response)
    expect(response.headers.has('etag')).toBe(false)
  })
})

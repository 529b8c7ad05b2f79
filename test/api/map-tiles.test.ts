import { describe, expect, test } from 'bun:test'
import { startServer } from '../support/client'
import { startFakeServer, unusedUrl } from '../support/fake-server'
import { plainPng } from '../support/images'

const png = await plainPng('#abcdef')
const LIMIT = { count: 3000, windowSeconds: 600, text: '3000 per 10 minutes' }

/** A server that uses tiles from a URL. */
function serverWith(tileUrl: string) {
  const { ctx, handle } = startServer()
  ctx.config.map.tileUrl = tileUrl
  return (path: string) => handle(new Request(`http://localhost/api/workouts/map_tile/${path}`))
}

describe('GET /api/workouts/map_tile/{s}/{z}/{x}/{y}.png', () => {
  test('returns a tile and requests it only once', async () => {
    const tiles = startFakeServer(
      () => new Response(png, { headers: { 'content-type': 'image/png' } }),
    )
    const get = serverWith(`${tiles.url}/{s}.map/{z}/{x}/{y}.png`)
    for (const _ of [1, 2]) {
      const answer = await get('a/10/500/300.png')
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('image/png')
      expect(answer.headers.get('cache-control')).toBe('public, max-age=604800')
      expect(await answer.bytes()).toEqual(png)
    }
    expect(tiles.asked.map(({ path }) => path)).toEqual(['/a.map/10/500/300.png'])
  })

  test('caches one tile for all subdomains', async () => {
    const tiles = startFakeServer(
      () => new Response(png, { headers: { 'content-type': 'image/png' } }),
    )
    const get = serverWith(`${tiles.url}/{s}/{z}/{x}/{y}.png`)
    for (const subdomain of ['a', 'b', 'tile-1']) await get(`${subdomain}/10/500/300.png`)
    expect(tiles.asked).toHaveLength(1)
  })

  test('passes on the status of the tile server without its body', async () => {
    const tiles = startFakeServer(
      () => new Response('<script>', { status: 418, headers: { 'content-type': 'text/html' } }),
    )
    const answer = await serverWith(`${tiles.url}/{z}/{x}/{y}`)('a/1/1/1.png')
    expect(answer.status).toBe(418)
    expect(answer.headers.get('content-type')).toBeNull()
    expect(await answer.text()).toBe('')
  })

  test('returns only images, recognised by their bytes', async () => {
    const bodies: Record<string, [body: BodyInit, type: string]> = {
      '/1/0/0': ['<html><script>alert(1)</script></html>', 'image/png'],
      '/1/0/1': ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
      '/1/1/0': [png, 'text/html'],
    }
    const tiles = startFakeServer(({ path }) => {
      const [body = '', type = ''] = bodies[path] ?? []
      return new Response(body, { headers: { 'content-type': type } })
    })
    const get = serverWith(`${tiles.url}/{z}/{x}/{y}`)
    const answers = await Promise.all(
      ['1/0/0', '1/0/1', '1/1/0'].map((path) => get(`a/${path}.png`)),
    )
    expect(answers.map(({ status }) => status)).toEqual([502, 502, 200])
    expect(answers.map(({ headers }) => headers.get('content-type'))).toEqual([
      null,
      null,
      'image/png',
    ])
  })

  test('does not follow redirects', async () => {
    const inside = startFakeServer(
      () => new Response(png, { headers: { 'content-type': 'image/png' } }),
    )
    const tiles = startFakeServer(() => Response.redirect(`${inside.url}/secret`))
    expect((await serverWith(`${tiles.url}/{z}/{x}/{y}`)('a/1/1/1.png')).status).toBe(502)
    expect(inside.asked).toEqual([])
  })

  test('limits the tiles fetched per IP address, but not cached ones', async () => {
    const tiles = startFakeServer(
      () => new Response(png, { headers: { 'content-type': 'image/png' } }),
    )
    const { ctx, handle, clock } = startServer()
    ctx.config.map.tileUrl = `${tiles.url}/{z}/{x}/{y}`
    const get = (path: string) =>
      handle(new Request(`http://localhost/api/workouts/map_tile/${path}`))
    await get('a/20/1/1.png')
    for (let used = 1; used < 3000; used++) ctx.limiter.spend('tiles unknown', [LIMIT])
    const refused = await get('a/20/2/2.png')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('600')
    expect((await get('a/20/1/1.png')).status).toBe(200)
    expect(tiles.asked).toHaveLength(1)
    clock.advance(600_000)
    expect((await get('a/20/2/2.png')).status).toBe(200)
  })

  test('returns 504 when the tile server is unreachable', async () => {
    const answer = await serverWith(`${unusedUrl()}/{z}/{x}/{y}`)('a/1/1/1.png')
    expect(answer.status).toBe(504)
  })

  test('requests nothing but tiles', async () => {
    const tiles = startFakeServer(() => new Response('secret'))
    const get = serverWith(`${tiles.url}/{s}/{z}/{x}/{y}.png`)
    const paths = [
      ...['a/1/1/1', 'a/1/1/x.png', 'a/1/-1/1.png', 'a/1.5/1/1.png', 'a/99/1/1.png'],
      ...['a/21/1/1.png', 'a/1/2/1.png', 'a/1/1/2.png', 'a/20/1048576/1.png', 'a/01/1/1.png'],
      ...['a.example.org/1/1/1.png', 'a%2F..%2Fb/1/1/1.png', 'a%3F/1/1/1.png', 'a%00/1/1/1.png'],
      ...[
        'a/1/1/..%2F..%2Fx.png',
        `${'a'.repeat(33)}/1/1/1.png`,
        'a@b/1/1/1.png',
        'a:80/1/1/1.png',
      ],
    ]
    for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 404])
    expect(tiles.asked).toEqual([])
  })
})

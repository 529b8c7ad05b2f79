import { describe, expect, test } from 'bun:test'
import { startServer } from '../support/client'
import { plainPng } from '../support/images'
import { nobody, standIn } from '../support/stand-in'

const png = await plainPng('#abcdef')

/** A server whose tiles come from an address. */
function serverWith(tileUrl: string) {
  const { ctx, handle } = startServer()
  ctx.config.map.tileUrl = tileUrl
  return (path: string) => handle(new Request(`http://localhost/api/workouts/map_tile/${path}`))
}

describe('GET /api/workouts/map_tile/{s}/{z}/{x}/{y}.png', () => {
  test('passes a tile on, and asks for it once', async () => {
    const tiles = standIn(() => new Response(png, { headers: { 'content-type': 'image/png' } }))
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

  test('keeps one tile for all subdomains', async () => {
    const tiles = standIn(() => new Response(png, { headers: { 'content-type': 'image/png' } }))
    const get = serverWith(`${tiles.url}/{s}/{z}/{x}/{y}.png`)
    for (const subdomain of ['a', 'b', 'tile-1']) await get(`${subdomain}/10/500/300.png`)
    expect(tiles.asked).toHaveLength(1)
  })

  test('passes on what the tile server says of a tile it does not have', async () => {
    const tiles = standIn(
      () => new Response('none', { status: 418, headers: { 'content-type': 'text/x-none' } }),
    )
    const answer = await serverWith(`${tiles.url}/{z}/{x}/{y}`)('a/1/1/1.png')
    expect(answer.status).toBe(418)
    expect(answer.headers.get('content-type')).toBe('text/x-none')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.text()).toBe('none')
  })

  test('says so when there is no tile server', async () => {
    const answer = await serverWith(`${nobody()}/{z}/{x}/{y}`)('a/1/1/1.png')
    expect(answer.status).toBe(504)
  })

  test('asks for nothing but tiles', async () => {
    const tiles = standIn(() => new Response('secret'))
    const get = serverWith(`${tiles.url}/{s}/{z}/{x}/{y}.png`)
    const paths = [
      ...['a/1/1/1', 'a/1/1/x.png', 'a/1/-1/1.png', 'a/1.5/1/1.png', 'a/99/1/1.png'],
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

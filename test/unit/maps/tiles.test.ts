import { beforeEach, describe, expect, test } from 'bun:test'
import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openTileCache } from '@/services/maps/tile-cache'
import { fetchTile, imageType } from '@/services/maps/tiles'
import { neverResponds, startFakeServer, unusedUrl } from '../../support/fake-server'
import { newTestFolder } from '../../support/folder'
import { plainPng } from '../../support/images'

let folder = ''
beforeEach(() => {
  folder = newTestFolder()
})

const TILE = { z: 10, x: 500, y: 300 }
const png = await plainPng('#abcdef')
const picture = () => new Response(png, { headers: { 'content-type': 'image/png' } })

const load = (
  url: string,
  {
    path = '/{z}/{x}/{y}.png',
    subdomain = undefined as string | undefined,
    tile = TILE,
    patience = 20_000,
  } = {},
) =>
  fetchTile(tile, {
    ...{ template: `${url}${path}`, subdomain, cache: openTileCache(folder), fetch },
    signal: AbortSignal.timeout(patience),
  })

const keptFiles = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

describe('a map tile', () => {
  test('is requested by level, column and row, with our User-Agent', async () => {
    const server = startFakeServer(picture)
    expect(await load(server.url)).toEqual({ status: 200, type: 'image/png', bytes: png })
    expect(server.asked[0]?.path).toBe('/10/500/300.png')
    expect(server.asked[0]?.headers.get('user-agent')).toStartWith('Milepost v')
  })

  test('comes from a subdomain, or from the host without one', async () => {
    const server = startFakeServer(picture)
    await load(server.url, { path: '/{s}.map/{z}/{x}/{y}', subdomain: 'b' })
    await load(server.url, { path: '/{s}.maps/{z}/{x}/{y}' })
    expect(server.asked.map(({ path }) => path)).toEqual(['/b.map/10/500/300', '/maps/10/500/300'])
  })

  test('is requested only once', async () => {
    const server = startFakeServer(picture)
    await load(server.url)
    expect(await load(server.url)).toEqual({ status: 200, type: 'image/png', bytes: png })
    expect(server.asked).toHaveLength(1)
  })

  test('is requested again under another server name and for another tile', async () => {
    const server = startFakeServer(picture)
    await load(server.url)
    await load(server.url, { path: '/other/{z}/{x}/{y}' })
    await load(server.url, { tile: { ...TILE, x: 501 } })
    expect(server.asked).toHaveLength(3)
  })

  test('is requested again after a month, and still used when the server is unreachable', async () => {
    const colors = [png, await plainPng('#123456')]
    const server = startFakeServer(({ path }) =>
      path.startsWith('/down')
        ? new Response('', { status: 502 })
        : new Response(colors.shift(), { headers: { 'content-type': 'image/png' } }),
    )
    await load(server.url)
    const [file = ''] = keptFiles()
    const old = new Date(Date.now() - 31 * 24 * 3_600_000)
    utimesSync(file, old, old)
    expect((await load(server.url)).bytes).not.toEqual(png)
    utimesSync(file, old, old)
    const failing = startFakeServer(() => new Response('', { status: 500 }))
    const kept = await fetchTile(TILE, {
      ...{ template: `${server.url}/{z}/{x}/{y}.png`, subdomain: undefined },
      ...{ cache: openTileCache(folder), signal: AbortSignal.timeout(20_000) },
      fetch: () => fetch(failing.url),
    })
    expect(kept.status).toBe(200)
    expect(failing.asked).toHaveLength(1)
  })

  test('that does not exist is returned with its status and not cached', async () => {
    const server = startFakeServer(() => new Response('no such tile', { status: 404 }))
    expect(await load(server.url)).toEqual({ status: 404, isTrouble: false })
    expect(keptFiles()).toEqual([])
  })

  test('that is not an image is not cached', async () => {
    const server = startFakeServer(
      () => new Response('<html>', { headers: { 'content-type': 'image/png' } }),
    )
    expect(await load(server.url)).toEqual({ status: 502, isTrouble: false })
    expect(keptFiles()).toEqual([])
  })

  test('is recognised by its bytes, whatever its content type is', async () => {
    const server = startFakeServer(
      () => new Response(png, { headers: { 'content-type': 'text/html' } }),
    )
    expect(await load(server.url)).toEqual({ status: 200, type: 'image/png', bytes: png })
    expect(keptFiles()).toHaveLength(1)
  })

  test('fails without a server, with an unresponsive one and with an endless response', async () => {
    await expect(load(unusedUrl())).rejects.toThrow()
    await expect(load(startFakeServer(neverResponds).url, { patience: 300 })).rejects.toThrow()
    const endless = startFakeServer(
      () =>
        new Response(
          new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(1 << 20)) }),
        ),
    )
    await expect(load(endless.url)).rejects.toThrow('too large')
  })
})

describe('cached tiles', () => {
  test('that are damaged are ignored', async () => {
    const cache = openTileCache(folder)
    await cache.store('key', png)
    const [file = ''] = keptFiles()
    const good = await Bun.file(file).bytes()
    for (const damaged of [
      good.slice(0, -1),
      good.slice(0, 3),
      good.with(9, 7),
      good.slice(0, 0),
    ]) {
      writeFileSync(file, damaged)
      expect(await cache.find('key')).toBeUndefined()
    }
    writeFileSync(file, good)
    expect((await cache.find('key'))?.isFresh).toBe(true)
  })

  test('never exceed the capacity of the cache', async () => {
    const cache = openTileCache(folder)
    const tile = new Uint8Array(10)
    for (let i = 0; i < 2000; i++) await cache.store(`key ${i}`, tile)
    expect(keptFiles().length).toBeLessThan(2000)
    const places = keptFiles().map((path) => Number(path.split('/').at(-1)))
    expect(Math.max(...places)).toBeLessThan(8192)
    expect((await cache.find('key 1999'))?.bytes).toHaveLength(10)
  })

  test('are limited in size', async () => {
    const cache = openTileCache(folder)
    await cache.store('key', new Uint8Array(64 * 1024 + 1))
    expect(keptFiles()).toEqual([])
  })

  test('are disabled where nothing can be written', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const cache = openTileCache(file)
    await cache.store('key', png)
    expect(await cache.find('key')).toBeUndefined()
  })
})

test('images are recognised by their first bytes', () => {
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
  expect(imageType(png)).toBe('image/png')
  expect(imageType(bytes('\xff\xd8\xff\xe0'))).toBe('image/jpeg')
  expect(imageType(bytes('RIFF....WEBPVP8 '))).toBe('image/webp')
  for (const other of ['', '<svg', '\xff\xd8', 'GIF89a'])
    expect(imageType(bytes(other))).toBeUndefined()
})

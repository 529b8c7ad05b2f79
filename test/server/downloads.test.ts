import { describe, expect, test } from 'bun:test'
import { startServer as listen } from '@/server/server'
import { afterTest } from '../support/after-test'
import { rideGpx } from '../support/ride'
import { fileId, fitFile, record as fitRecord, fitTime } from '../support/tracks/fit'
import { samplePoints } from '../support/tracks/points'
import { zipBytes } from '../support/tracks/zip'
import { startWorkoutServer } from '../support/workouts'

const gpx = rideGpx({ kilometres: 20 })
const fit = fitFile([
  fileId(1, 1036),
  ...samplePoints(50).map((_, at) =>
    fitRecord({ time: fitTime('2024-05-04T08:00:00Z') + at, lat: 45 + at / 10_000, lon: 6 }),
  ),
])

/** Bodies are received as they were sent. Bun's option, which the types do not know. */
const UNDECODED: object = { decompress: false }

/** A server with two recordings, one of which is stored compressed, and a function that downloads them. */
async function open() {
  const world = await startWorkoutServer({ username: 'ann' }, { port: 0 })
  const { ctx, user, record } = world
  const server = listen(ctx)
  afterTest(server.stop)
  const authorization = `Bearer ${await ctx.sessions.issue(user.id, user.session_epoch)}`
  const ids = {
    gpx: (await record('a.gpx', gpx)).id,
    fit: (await record('a.fit', fit)).id,
  }
  const download = (what: string, headers: Record<string, string> = {}, kind = 'original') =>
    fetch(
      `http://127.0.0.1:${server.port}/api/workouts/${Object.entries(ids).find(([name]) => name === what)?.[1] ?? what}/${kind}/download`,
      {
        ...UNDECODED,
        headers: { authorization, 'accept-encoding': 'identity', ...headers },
      },
    )
  return { ...world, download }
}

const contents = { gpx: Buffer.from(gpx), fit: Buffer.from(fit) }

describe.each(['gpx', 'fit'] as const)('the download of a %s file', (what) => {
  const content = contents[what]
  const size = content.length

  test('is not sent again to clients that have it', async () => {
    const { download } = await open()
    const { headers } = await download(what)
    const [etag, modified] = [headers.get('etag') ?? '', headers.get('last-modified') ?? '']
    expect(etag).toMatch(/^"[^"]+"$/)
    for (const condition of [
      { 'if-none-match': `"other", W/${etag}` },
      { 'if-modified-since': modified },
      { 'if-none-match': etag, 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
    ]) {
      const again = await download(what, condition as Record<string, string>)
      expect([again.status, again.headers.get('etag')]).toEqual([304, etag])
    }
    for (const condition of [
      { 'if-none-match': '"other"', 'if-modified-since': modified },
      { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
      { 'if-modified-since': 'nonsense' },
      { 'if-match': etag },
      { 'if-match': '*' },
    ]) {
      const again = await download(what, condition as Record<string, string>)
      expect([again.status, Buffer.from(await again.bytes()).equals(content)]).toEqual([200, true])
    }
    for (const condition of [
      { 'if-match': '"other"' },
      { 'if-match': `W/${etag}` },
      { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
    ])
      expect((await download(what, condition as Record<string, string>)).status).toBe(412)
  })

  test('can be resumed while the file is the same', async () => {
    const { download } = await open()
    const { headers } = await download(what)
    const [etag, modified] = [headers.get('etag') ?? '', headers.get('last-modified') ?? '']
    expect(headers.get('accept-ranges')).toBe('bytes')
    for (const [range, first, last] of [
      ['bytes=100-', 100, size - 1],
      ['bytes=0-0', 0, 0],
      ['bytes=-5', size - 5, size - 1],
      [`bytes=10-${size + 10}`, 10, size - 1],
    ] as const)
      for (const condition of [{}, { 'if-range': etag }, { 'if-range': modified }]) {
        const part = await download(what, { range, ...condition })
        expect([part.status, part.headers.get('content-range')]).toEqual([
          206,
          `bytes ${first}-${last}/${size}`,
        ])
        const bytes = Buffer.from(await part.bytes())
        expect(bytes.equals(content.subarray(first, last + 1))).toBe(true)
      }
  })

  test('is sent as a whole when it has changed, or when the range is not a single one', async () => {
    const { download } = await open()
    for (const headers of [
      { range: 'bytes=100-', 'if-range': '"other"' },
      { range: 'bytes=100-', 'if-range': 'Thu, 01 Jan 1970 00:00:00 GMT' },
      { range: 'bytes=0-1,5-6' },
      { range: 'bytes=9-2' },
      { range: 'pages=1-2' },
    ]) {
      const whole = await download(what, headers as Record<string, string>)
      expect([whole.status, (await whole.bytes()).length]).toEqual([200, size])
    }
    const outside = await download(what, { range: `bytes=${size}-` })
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
  })
})

test('a text is compressed for clients that accept it, with its own entity tag', async () => {
  const { download } = await open()
  const [plain, packed] = [
    await download('gpx'),
    await download('gpx', { 'accept-encoding': 'br, gzip' }),
  ]
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(packed.headers.get('vary')).toBe('accept-encoding')
  expect(Buffer.from(Bun.gunzipSync(await packed.bytes())).equals(contents.gpx)).toBe(true)
  const [etag = '', other = ''] = [plain, packed].map(({ headers }) => headers.get('etag') ?? '')
  expect(etag).not.toBe(other)
  const headers = { 'accept-encoding': 'gzip', range: 'bytes=50-59' }
  const part = await download('gpx', { ...headers, 'if-range': etag })
  expect([part.status, part.headers.get('content-encoding')]).toEqual([206, null])
  expect(Buffer.from(await part.bytes()).equals(contents.gpx.subarray(50, 60))).toBe(true)
  expect((await download('gpx', { ...headers, 'if-range': other })).status).toBe(200)
  expect(
    (await download('fit', { 'accept-encoding': 'gzip' })).headers.get('content-encoding'),
  ).toBe(null)
})

test('a file that is stored compressed can be resumed compressed', async () => {
  const { download, upload } = await open()
  const entry = Bun.gzipSync(Buffer.from(rideGpx({ seed: 7, kilometres: 20 })))
  const { body } = await upload('rides.zip', zipBytes([{ name: 'b.gpx.gz', content: entry }]))
  const { id } = body.data.workouts[0]
  const packed = await download(id, { 'accept-encoding': 'gzip' })
  const bytes = await packed.bytes()
  expect([packed.headers.get('content-encoding'), Buffer.from(bytes).equals(entry)]).toEqual([
    'gzip',
    true,
  ])
  const etag = packed.headers.get('etag') ?? ''
  const headers = { 'accept-encoding': 'gzip', range: 'bytes=50-59', 'if-range': etag }
  const part = await download(id, headers)
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    `bytes 50-59/${bytes.length}`,
  ])
  expect(await part.bytes()).toEqual(bytes.slice(50, 60))
  const plain = await download(id, { range: 'bytes=50-59' })
  expect([plain.status, plain.headers.get('accept-ranges')]).toEqual([200, 'none'])
  expect(await plain.bytes()).toEqual(Bun.gunzipSync(bytes))
})

test('a generated file is compressed for clients that accept it', async () => {
  const { download } = await open()
  const plain = await download('fit', {}, 'gpx')
  const packed = await download('fit', { 'accept-encoding': 'gzip' }, 'gpx')
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(Buffer.from(Bun.gunzipSync(await packed.bytes())).toString()).toBe(await plain.text())
})

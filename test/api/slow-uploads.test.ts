import { describe, expect, test } from 'bun:test'
import type { Socket } from 'node:net'
import { UploadBodies, type UploadLimits } from '@/lib/network/upload-bodies'
import { readBody } from '@/server/http/body'
import { startServer as listen } from '@/server/server'
import { afterTest } from '../support/after-test'
import { newFolder } from '../support/folder'
import { openSocket } from '../support/raw-http'
import { aToken } from '../support/tokens'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { until } from '../support/until'
import { startWorkoutServer } from '../support/workouts'

const gpx = gpxOf(samplePoints(30)).replace('<trk>', '<trk><type>running</type>')

/** A server with upload limits on a socket, and a function for slow uploads. */
async function open(limits: Partial<UploadLimits> = {}) {
  const settings = { host: '127.0.0.1', port: 0, inboxDir: newFolder() }
  const server = await startWorkoutServer({ username: 'ann' }, settings)
  const { ctx } = server
  ctx.uploads = new UploadBodies(limits)
  const running = listen(ctx)
  afterTest(running.stop)
  const authorization = `Bearer ${await aToken(ctx, server.user)}`
  const send = async (head: string, body: string) => {
    const headers = ['Host: nas', `Authorization: ${authorization}`, 'Content-Length: 100000']
    const socket = await openSocket(running.url, [head, ...headers, '', body].join('\r\n'))
    const received: string[] = []
    let isClosed = false
    socket.on('data', (data) => void received.push(data.toString()))
    socket.on('close', () => {
      isClosed = true
    })
    afterTest(() => void socket.destroy())
    return { socket, isClosed: () => isClosed, text: () => received.join('') }
  }
  const beginnings: Record<
    string,
    () => Promise<{ socket: Socket; text: () => string; isClosed: () => boolean }>
  > = {
    form: () =>
      send(
        'POST /api/workouts HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.gpx"\r\n\r\n<gpx>',
      ),
    body: () => send('POST /api/inbox HTTP/1.1', '<gpx>'),
    dav: () => send('PUT /dav/inbox/a.gpx HTTP/1.1', '<gpx>'),
  }
  const files = () => [
    ...new Bun.Glob('incoming/*/*').scanSync(ctx.config.uploadsDir),
    ...new Bun.Glob('ann/.arriving/*').scanSync({ cwd: settings.inboxDir, dot: true }),
  ]
  const upload = async () =>
    (
      await fetch(`${running.url}api/inbox`, {
        method: 'POST',
        headers: { authorization },
        body: gpx,
      })
    ).status
  return { ctx, begin: (way: string) => beginnings[way]?.() ?? send('', ''), files, upload }
}

describe.each(['form', 'body', 'dav'])('a stalled upload (%s)', (way) => {
  test('opens no file', async () => {
    const { ctx, begin, files } = await open()
    const { socket } = await begin(way)
    await until('the body', () => ctx.uploads.count === 1)
    expect(files()).toEqual([])
    socket.destroy()
    await until('the end', () => ctx.uploads.count === 0)
    expect(files()).toEqual([])
  })

  test('is ended with 408, and its connection is closed', async () => {
    const { ctx, begin, files } = await open({ pace: { minBytes: 1000, windowMs: 20 } })
    const { text, isClosed } = await begin(way)
    await until('the end of the connection', isClosed)
    expect(text()).toStartWith('HTTP/1.1 408 ')
    expect(text()).toContain('the request arrived too slowly')
    expect([ctx.uploads.count, files()]).toEqual([0, []])
  })
})

describe('with the maximum number of simultaneous uploads', () => {
  const full = { maxPerAccount: 2, minAge: 0 }

  test.each([full, { maxPerNetwork: 2, minAge: 0 }, { maxTotal: 2, minAge: 0 }])(
    'a new upload replaces the slowest one',
    async (limits) => {
      const { ctx, begin, upload } = await open(limits)
      const first = await begin('dav')
      await until('the first', () => ctx.uploads.count === 1)
      const second = await begin('body')
      await until('the second', () => ctx.uploads.count === 2)
      first.socket.write('x'.repeat(1000))
      expect(await upload()).toBe(201)
      await until('an answer', () => first.text() + second.text() !== '')
      expect(first.text() + second.text()).toStartWith('HTTP/1.1 503 ')
      expect(ctx.uploads.count).toBe(1)
    },
  )

  test('an account with fewer uploads has priority', async () => {
    const uploads = new UploadBodies({ maxTotal: 2, minRate: 0 })
    const endless = () => new ReadableStream<Uint8Array>()
    const started: string[] = []
    const begin = (name: string, accountId: number) => {
      const chunks = uploads.read(new Response('x').body, { accountId, network: name })
      return chunks.next().then(() => {
        started.push(name)
        return chunks
      })
    }
    const first = uploads.read(endless(), { accountId: 1, network: 'a' })
    void first.next().catch(() => undefined)
    const second = await begin('second', 1)
    const waiting = [begin('third', 1), begin('of another', 2)]
    await second.return()
    await Promise.race(waiting)
    expect(started).toEqual(['second', 'of another'])
    for (const chunks of await Promise.all([waiting[1]])) await chunks?.return()
    await waiting[0]
    expect(started).toEqual(['second', 'of another', 'third'])
  })

  test('other uploads wait until one ends, and finally get 503', async () => {
    const { ctx, begin, upload } = await open({ ...full, minRate: 0 })
    const [first] = [await begin('dav'), await begin('body')]
    await until('both', () => ctx.uploads.count === 2)
    const waiting = upload()
    first.socket.destroy()
    expect(await waiting).toBe(201)
    ctx.uploads = new UploadBodies({ maxTotal: 0, maxWait: 1 })
    expect(await upload()).toBe(503)
    ctx.uploads = new UploadBodies({ maxTotal: 0, maxWaiting: 0 })
    expect(await upload()).toBe(503)
  })
})

test.each([{}, { 'content-length': '100' }])(
  'endless JSON is rejected after a minute, with headers %p',
  async (more) => {
    const body = new ReadableStream({ pull: () => new Promise<void>(() => undefined) })
    const headers = { 'content-type': 'application/json', ...more }
    const request = new Request('http://localhost/', { method: 'POST', headers, body })
    const reading = readBody(request, { minBytes: 10, windowMs: 20 })
    await expect(reading).rejects.toMatchObject({ httpStatus: 408 })
  },
)

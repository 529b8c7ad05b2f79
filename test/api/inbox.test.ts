import { describe, expect, test } from 'bun:test'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { unpackedName } from '@/lib/files/gzip-name'
import { writeTo } from '@/store/db/connections/transact'
import { updateAppConfig } from '@/store/db/queries/accounts/app-config'
import { aSuspendedUser } from '../support/factories'
import { aToken } from '../support/tokens'
import { fileId, fitFile, fitTime, record } from '../support/tracks/fit'
import { gpxOf } from '../support/tracks/gpx'
import { kmlOf } from '../support/tracks/kml'
import { samplePoints } from '../support/tracks/points'
import { tcxOf } from '../support/tracks/tcx'
import { zipBytes } from '../support/tracks/zip'
import { startWorkoutServer } from '../support/workouts'

const INBOX = '/api/inbox'
const points = samplePoints(30)
const gpx = gpxOf(points).replace('<trk>', '<trk><type>running</type>')
const start = fitTime('2024-05-04T08:00:00Z')
const fit = fitFile([
  fileId(1, 3121),
  ...points.map((_, index) => record({ time: start + index, lat: 45 + index / 1e4, lon: 6 })),
])

/** A server, a token of its user with write access to workouts, and a function to send a body with it. */
async function open(scope?: string) {
  const server = await startWorkoutServer()
  const token = await aToken(server.ctx, server.user, scope)
  const post = async (
    path: string,
    body: BodyInit | null,
    headers: Record<string, string> = {},
  ) => {
    const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body })
    const answer = await server.handle(request)
    return { status: answer.status, body: await answer.json() }
  }
  const send = (body: string | Uint8Array, { query = '', headers = {} } = {}) =>
    post(`${INBOX}${query}`, typeof body === 'string' ? body : new Uint8Array(body), {
      authorization: `Bearer ${token}`,
      ...headers,
    })
  /** Uploaded files that were not deleted. */
  const left = () =>
    readdirSync(server.ctx.config.uploadsDir, { recursive: true, encoding: 'utf8' }).filter(
      (name) =>
        name.startsWith('incoming') && statSync(join(server.ctx.config.uploadsDir, name)).isFile(),
    )
  return { ...server, token, post, send, left }
}

const fileNames = async ({ ctx }: Awaited<ReturnType<typeof open>>) =>
  (await ctx.db.selectFrom('workouts').select('original_file').execute()).map(({ original_file }) =>
    unpackedName(original_file ?? '')
      .split('.')
      .at(-1),
  )

describe('POST /api/inbox', () => {
  test('creates a workout from a raw body and responds like an upload', async () => {
    const server = await open()
    const { status, body } = await server.send(gpx)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      status: 'created',
      data: { workouts: [{ sport_id: 5, with_file: true }] },
      import: { id: null, files: [{ name: 'recording.gpx', result: 'new' }] },
    })
    expect(server.left()).toEqual([])
  })

  test('accepts a form with any name for the field of the file', async () => {
    for (const field of ['file', 'upload']) {
      const { call, token } = await open()
      const body = new FormData()
      body.set('title', 'Sent')
      body.set(field, new File([gpx], 'ride.gpx'))
      const answer = await call('POST', INBOX, { authorization: `Bearer ${token}`, body })
      expect(answer.status).toBe(201)
      expect(answer.body.data.workouts[0].title).toBe('Sent')
    }
  })

  test.each([
    ['GPX', gpx, '', 'gpx'],
    ['FIT without a name', fit, '', 'fit'],
    ['FIT with the name of another format', fit, 'ride.gpx', 'fit'],
    ['TCX with the name of no format', tcxOf(points), 'activity.bin', 'tcx'],
    ['GPX compressed with gzip', new Uint8Array(gzipSync(gpx)), 'ride.gpx.gz', 'gpx'],
    ['FIT compressed with gzip, without a name', new Uint8Array(gzipSync(fit)), '', 'fit'],
    ['KMZ', new Uint8Array(zipBytes([{ name: 'doc.kml', content: kmlOf(points) }])), '', 'kmz'],
    ['an archive', new Uint8Array(zipBytes([{ name: 'a.gpx', content: gpx }])), '', 'gpx'],
  ])('recognises the format of a file by its content: %s', async (_, content, name, extension) => {
    const server = await open()
    const { status } = await server.send(content, { query: `?sport_id=1&name=${name}` })
    expect(status).toBe(201)
    expect(await fileNames(server)).toEqual([extension])
    expect(server.left()).toEqual([])
  })

  test('reads the name from the query, Content-Disposition or the form', async () => {
    const name = async (options: Parameters<Awaited<ReturnType<typeof open>>['send']>[1]) =>
      (await (await open()).send(gpx, options)).body.import.files[0].name
    expect(await name({ query: '?name=a/b/one.gpx' })).toBe('one.gpx')
    const headers = { 'content-disposition': `attachment; filename*=UTF-8''zw%C3%B6lf.gpx` }
    expect(await name({ headers })).toBe('zwölf.gpx')
    expect(await name({ query: '?name=..%5C..%5Cx.gpx' })).toBe('x.gpx')
  })

  test('does not import a file twice, and returns the existing workout', async () => {
    const { send, get } = await open()
    const first = await send(gpx)
    const { status, body } = await send(gpx, { query: '?name=again.gpx' })
    const [{ id }] = first.body.data.workouts
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'success',
      data: { workouts: [{ id }] },
      import: { files: [{ name: 'again.gpx', result: 'already there', workout: id }] },
    })
    const once = await get('/api/workouts')
    expect(once.body.pagination.total).toBe(1)
    expect((await send(gpx, { query: '?duplicates=allow' })).status).toBe(201)
  })

  test('creates one workout from a file that is sent several times at once', async () => {
    const { send, get } = await open()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(gpx)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual(
      [201, ...Array(7).fill(200)].toSorted(),
    )
    expect((await get('/api/workouts')).body.pagination.total).toBe(1)
  })

  test('accepts a personal access token in the query, but no other token', async () => {
    const { post, token, ctx, user } = await open()
    expect((await post(`${INBOX}?token=${token}`, gpx)).status).toBe(201)
    const session = await ctx.sessions.issue(user.id, user.session_epoch)
    expect((await post(`${INBOX}?token=${session}`, gpx)).status).toBe(401)
    expect((await post(`${INBOX}?token=mpt_${'x'.repeat(40)}`, gpx)).status).toBe(401)
    expect((await post(INBOX, gpx)).status).toBe(401)
    expect((await post(`/api/workouts?token=${token}`, gpx)).status).toBe(401)
  })

  test('rejects a request before it reads the body', async () => {
    const reading = await open('workouts:read')
    const unread = () => new ReadableStream({ pull: () => Promise.reject(new Error('was read')) })
    const headers = { authorization: `Bearer ${reading.token}` }
    expect((await reading.post(INBOX, unread(), headers)).status).toBe(403)
    expect((await reading.post(INBOX, unread())).status).toBe(401)
    const suspended = await aToken(reading.ctx, await aSuspendedUser(reading.ctx))
    const theirs = { authorization: `Bearer ${suspended}` }
    expect((await reading.post(INBOX, unread(), theirs)).status).toBe(403)
    const writing = await open()
    const large = { 'content-length': '200000000000', authorization: `Bearer ${writing.token}` }
    expect((await writing.post(INBOX, unread(), large)).status).toBe(413)
  })

  test('rejects the same files as an upload, with the same messages, and leaves no files behind', async () => {
    const server = await open()
    const { send, ctx } = server
    const say = async (...sent: Parameters<typeof send>) => {
      const { status, body } = await send(...sent)
      return [status, body.message]
    }
    expect(await say('')).toEqual([400, 'no file part'])
    expect(await say('hello')).toEqual([400, 'invalid file'])
    expect(await say('hello', { query: '?name=a.txt' })).toEqual([
      400,
      'file extension not allowed',
    ])
    expect(await say(new Uint8Array(gzipSync('hello')))).toEqual([400, 'invalid file'])
    expect(await say(new Uint8Array(gzipSync(gpx)).slice(0, 200))).toEqual([400, 'invalid file'])
    expect(await say(gpx, { query: '?sport_id=999' })).toEqual([
      400,
      'Sport id: 999 does not exist',
    ])
    expect(await say(gpx, { query: '?duplicates=often' })).toEqual([400, 'invalid payload'])
    const { body } = await send(gpx.replace('running', 'quidditch'))
    expect(body.remedy).toMatchObject({ code: 'sport_unknown' })
    await writeTo(ctx.db, (tx) => updateAppConfig(tx, { max_single_file_size: 1000 }))
    const many = 'Error during workout upload, file size'
    const [status, message] = await say(gpx)
    expect([status, String(message).startsWith(many)]).toEqual([413, true])
    expect(server.left()).toEqual([])
  })
})

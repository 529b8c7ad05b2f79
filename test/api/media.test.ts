import { describe, expect, test } from 'bun:test'
import type { Config } from '@/lib/config/config'
import { DAY } from '@/lib/time/clock'
import { writeTo } from '@/store/db/connections/transact'
import { updateAppConfig } from '@/store/db/queries/accounts/app-config'
import type { UserRow } from '@/store/db/queries/accounts/users'
import type { Visibility } from '@/store/db/schema/columns'
import { deleteUnattachedPhotos } from '@/use-cases/workouts/photos/change-photo'
import { startServer } from '../support/client'
import { aModerator, anAdmin, aSuspendedUser, aUser } from '../support/factories'
import { aBomb, aPhoto } from '../support/photo-files'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { aBlock, aFollow } from '../support/workouts'

const unknown = { status: 404, body: { message: 'media not found', status: 'not found' } }
const rejected = (message: string, status = 'error') => ({ status: 400, body: { message, status } })

async function started(changes: Partial<Config> = {}) {
  const server = startServer(changes)
  const { call } = server
  const ann = await aUser(server.ctx, { username: 'ann' })
  const send = (as: UserRow | undefined, bytes: BlobPart, name = 'a.jpg') => {
    const body = new FormData()
    body.append('file', new File([bytes], name))
    return call('POST', '/api/media', { ...(as && { as }), body })
  }
  const upload = async (as = ann): Promise<string> => (await send(as, await aPhoto())).body.id
  const enter = async (more: object, as = ann) => {
    const ride = { sport_id: 1, workout_date: '2026-05-01 10:00', duration: 3600, distance: 20 }
    const { body } = await call('POST', '/api/workouts/no_gpx', { as, json: { ...ride, ...more } })
    return body.data.workouts[0]
  }
  const read = async (id: string, as?: UserRow) => {
    const { body } = await call('GET', `/api/workouts/${id}`, as ? { as } : {})
    return body.data?.workouts[0]
  }
  const edit = (id: string, json: object) => call('PATCH', `/api/workouts/${id}`, { as: ann, json })
  /** The status of a file, by its URL for a viewer. */
  const statusOf = async (url: string, as?: UserRow) => {
    const { pathname, search } = new URL(url)
    return (await call('GET', pathname + search, as ? { as } : {})).status
  }
  const listFiles = async () => {
    const found = []
    for await (const { path } of server.ctx.files.list()) found.push(path)
    return found.filter((path) => path.startsWith('photos/'))
  }
  return { ...server, ann, send, upload, enter, read, edit, statusOf, listFiles }
}

const idsOf = (workout: { media_attachments: { id: string }[] }) =>
  workout.media_attachments.map(({ id }) => id)

describe('POST /api/media', () => {
  test('stores a photo that only its owner sees', async () => {
    const { send, ann, statusOf, listFiles, ctx } = await started()
    const { status, body } = await send(ann, await aPhoto())
    expect(status).toBe(201)
    const url = `${ctx.config.uiUrl}/media/`
    const key = expect.stringMatching(/\?key=1\.[\w-]{22}$/)
    expect(body).toEqual({
      description: '',
      id: expect.stringMatching(/^\w{22}$/),
      meta: {
        coordinates: { latitude: 48.5, longitude: 2.25 },
        height: 40,
        screen_url: key,
        taken_at: 'Wed, 01 May 2024 08:20:30 GMT',
        thumbnail_url: key,
        width: 60,
      },
      url: key,
    })
    expect(body.url.startsWith(url)).toBeTrue()
    expect(await listFiles()).toHaveLength(3)
    expect(await statusOf(body.url)).toBe(200)
    expect(await statusOf(body.url.split('?')[0])).toBe(404)
  })

  test('requires a token with its scope', async () => {
    const { send } = await started()
    expect(await send(undefined, await aPhoto())).toMatchObject({ status: 401 })
  })

  test('is denied to suspended accounts', async () => {
    const { send, ctx } = await started()
    const as = await aSuspendedUser(ctx)
    expect(await send(as, await aPhoto())).toMatchObject({ status: 403 })
  })

  test.each([
    ['a.txt', 'hello', rejected('file extension not allowed', 'fail')],
    ['a.jpg', 'hello', rejected('error when reading media file')],
    [
      'a.jpg',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      rejected('error when reading media file'),
    ],
    ['a.png', '\x89PNG\r\n\x1a\n', rejected('error when reading media file')],
    [
      'a.heic',
      '\0\0\0\x18ftypheic\0\0\0\0mif1heic',
      rejected('HEIC photos cannot be read; convert the photo to JPEG'),
    ],
    ['', 'hello', rejected('no selected file', 'fail')],
  ])('rejects %s with %j', async (name, content, response) => {
    const { send, ann, listFiles } = await started()
    expect(await send(ann, Buffer.from(content, 'latin1'), name)).toMatchObject(response)
    expect(await listFiles()).toEqual([])
  })

  test('rejects truncated photos and keeps no file of them', async () => {
    const { send, ann, listFiles } = await started()
    const whole = await aPhoto('png', { width: 400, height: 400 })
    expect(await send(ann, whole.subarray(0, whole.length / 2))).toMatchObject({ status: 400 })
    expect(await listFiles()).toEqual([])
  })

  test.each([
    [40_000, 40_000],
    [64_000_001, 1],
    [100_000, 30_000],
  ])('rejects an image of %d × %d pixels by its header', async (width, height) => {
    const { send, ann } = await started()
    const answer = await send(ann, aBomb(width, height), 'a.png')
    expect(answer).toMatchObject({ status: 400 })
    expect(answer.body.message).toMatch(
      /^(photo exceeds 64 megapixels|error when reading media file)$/,
    )
  })

  test('decodes no pixel of a photo with too many', async () => {
    const { send, ann } = await started()
    // Its data is incomplete: decoding would fail with another error.
    const answer = await send(ann, aBomb(20_000, 20_000), 'a.png')
    expect(answer).toMatchObject(rejected('photo exceeds 64 megapixels'))
  })

  test('rejects photos larger than the setting', async () => {
    const { send, ann, ctx } = await started()
    await writeTo(ctx.db, (tx) => updateAppConfig(tx, { max_image_size: 1000 }))
    const { status, body } = await send(ann, await aPhoto('png', { width: 900, height: 900 }))
    expect([status, body.status]).toEqual([413, 'fail'])
    expect(body.message).toMatch(/^Error during picture upload, file size .*exceeds /)
  })

  test('counts towards the quota of the account', async () => {
    const { send, ann, listFiles } = await started({ quotas: { bytes: 0, files: 4, workouts: 0 } })
    expect((await send(ann, await aPhoto())).status).toBe(201)
    expect((await send(ann, await aPhoto())).status).toBe(413)
    expect(await listFiles()).toHaveLength(3)
  })

  test('stores photos that are sent at the same time', async () => {
    const { upload, enter, listFiles } = await started()
    const ids = await Promise.all(Array.from({ length: 6 }, () => upload()))
    expect(new Set(ids).size).toBe(6)
    expect(idsOf(await enter({ media_attachment_ids: ids }))).toEqual(ids)
    expect(await listFiles()).toHaveLength(18)
  })

  test('limits how many photos an account may send', async () => {
    const { send, ann } = await started()
    const none = new Uint8Array()
    const answers = await Promise.all(Array.from({ length: 301 }, () => send(ann, none)))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})

describe('photos of workouts', () => {
  test('are attached in order, reordered and detached', async () => {
    const { upload, enter, edit, read, ann, listFiles } = await started()
    const [one, two, three] = [await upload(), await upload(), await upload()]
    const { id, ...created } = await enter({ media_attachment_ids: [two, one] })
    expect(idsOf(created as never)).toEqual([two, one])
    const { body } = await edit(id, { media_attachment_ids: [three, two] })
    expect(idsOf(body.data.workouts[0])).toEqual([three, two])
    expect(idsOf(await read(id, ann))).toEqual([three, two])
    expect(idsOf((await edit(id, { media_attachment_ids: [one] })).body.data.workouts[0])).toEqual([
      one,
    ])
    expect(idsOf((await edit(id, { media_attachment_ids: [] })).body.data.workouts[0])).toEqual([])
    expect(await listFiles()).toHaveLength(9)
  })

  test('do not change when a request does not name them', async () => {
    const { upload, enter, edit } = await started()
    const photo = await upload()
    const { id } = await enter({ media_attachment_ids: [photo] })
    const { body } = await edit(id, { title: 'Ride' })
    expect(idsOf(body.data.workouts[0])).toEqual([photo])
  })

  test('are rejected when they are unknown, another user’s or of another workout', async () => {
    const { upload, enter, edit, ctx } = await started()
    const [mine, taken] = [await upload(), await upload()]
    const theirs = await upload(await aUser(ctx))
    await enter({ media_attachment_ids: [taken] })
    const { id } = await enter({ media_attachment_ids: [mine] })
    for (const photo of ['x', theirs, taken])
      expect(await edit(id, { media_attachment_ids: [mine, photo] })).toMatchObject(
        rejected(`media '${photo}' not found`),
      )
    expect(await edit(id, { media_attachment_ids: 'x' })).toMatchObject({ status: 400 })
    expect(await edit(id, { media_attachment_ids: [1] })).toMatchObject({ status: 400 })
    const many = Array.from({ length: 51 }, (_, index) => `${index}`)
    expect(await edit(id, { media_attachment_ids: many })).toMatchObject(
      rejected('a workout can have up to 50 photos'),
    )
  })

  test('come with a recording', async () => {
    const { upload, call, ann } = await started()
    const photo = await upload()
    const body = new FormData()
    const points = ['10:00:00', '10:10:00'].map(
      (time, index) =>
        `<trkpt lat="48.${index}" lon="2"><ele>1</ele><time>2026-05-01T${time}Z</time></trkpt>`,
    )
    const gpx = `<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`
    body.append('file', new File([gpx], 'a.gpx'))
    body.append(
      'data',
      JSON.stringify({ sport_id: 1, media_attachment_ids: [photo], media_visibility: 'public' }),
    )
    const { status, body: answer } = await call('POST', '/api/workouts', { as: ann, body })
    expect(status).toBe(201)
    expect(idsOf(answer.data.workouts[0])).toEqual([photo])
  })

  test('has the default visibility if FitTrackee sends `undefined` as a word', async () => {
    const { call, ctx } = startServer()
    const ann = await aUser(ctx, { username: 'ann', media_visibility: 'followers_only' })
    const body = new FormData()
    body.set('file', new File([gpxOf(samplePoints(20))], 'ride.gpx'))
    const data = { sport_id: 1, media_visibility: 'undefined', workout_visibility: 'public' }
    body.set('data', JSON.stringify(data))
    const { body: created } = await call('POST', '/api/workouts', { as: ann, body })
    expect(created.data.workouts[0].media_visibility).toBe('followers_only')
  })

  test('get the default visibility of the account', async () => {
    const { enter, call, ann } = await started()
    const json = { media_visibility: 'followers_only' }
    const { body } = await call('POST', '/api/auth/profile/edit/preferences', { as: ann, json })
    expect(body.data.media_visibility).toBe('followers_only')
    expect(await enter({ workout_visibility: 'public' })).toMatchObject(json)
    expect(await enter({ workout_visibility: 'private' })).toMatchObject({
      media_visibility: 'private',
    })
  })

  test('appear in lists', async () => {
    const { upload, enter, call, ann } = await started()
    const photo = await upload()
    const more = { workout_visibility: 'public', media_visibility: 'public' }
    await enter({ ...more, media_attachment_ids: [photo] })
    for (const path of ['/api/workouts', '/api/timeline', '/api/users/ann/workouts']) {
      const { body } = await call('GET', path, { as: ann })
      expect(idsOf(body.data.workouts[0])).toEqual([photo])
    }
  })

  test('are deleted with their workout', async () => {
    const { upload, enter, call, ann, listFiles, statusOf, read } = await started()
    const { id } = await enter({ media_attachment_ids: [await upload(), await upload()] })
    const [{ url }] = (await read(id, ann)).media_attachments
    await call('DELETE', `/api/workouts/${id}`, { as: ann })
    expect(await listFiles()).toEqual([])
    expect(await statusOf(url)).toBe(404)
  })

  test('are deleted with their account', async () => {
    const { upload, enter, call, ctx, ann, listFiles } = await started()
    await anAdmin(ctx)
    await enter({ media_attachment_ids: [await upload()] })
    await upload()
    expect((await call('DELETE', '/api/users/ann', { as: ann })).status).toBe(204)
    expect(await listFiles()).toEqual([])
    expect(await ctx.db.selectFrom('photos').selectAll().execute()).toEqual([])
  })

  test('are deleted a day after they were uploaded or detached', async () => {
    const { upload, enter, edit, ctx, clock, listFiles } = await started()
    const [kept, detached] = [await upload(), await upload()]
    await upload()
    const { id } = await enter({ media_attachment_ids: [kept, detached] })
    clock.advance(DAY)
    await edit(id, { media_attachment_ids: [kept] })
    await deleteUnattachedPhotos(ctx, clock.now())
    expect(await listFiles()).toHaveLength(6)
    clock.advance(1)
    await deleteUnattachedPhotos(ctx, clock.now())
    expect(await listFiles()).toHaveLength(3)
    expect((await edit(id, { media_attachment_ids: [kept] })).status).toBe(200)
  })
})

describe('PATCH and DELETE /api/media/{id}', () => {
  test('change the description', async () => {
    const { upload, enter, call, read, ann } = await started()
    const photo = await upload()
    const { id } = await enter({ media_attachment_ids: [photo] })
    const patch = (json: object) => call('PATCH', `/api/media/${photo}`, { as: ann, json })
    expect((await patch({ description: ' At the lake ' })).body).toMatchObject({
      description: 'At the lake',
      id: photo,
    })
    expect((await read(id, ann)).media_attachments[0].description).toBe('At the lake')
    expect((await patch({ description: 'x'.repeat(2000) })).body.description).toHaveLength(1500)
    expect((await patch({ description: '' })).body.description).toBe('')
    expect(await patch({})).toMatchObject({ status: 400 })
    expect(await patch({ x: 1 })).toMatchObject(rejected('invalid payload'))
    expect(await patch({ description: 1 })).toMatchObject({ status: 400 })
  })

  test('delete a photo with its files', async () => {
    const { upload, enter, call, read, ann, listFiles } = await started()
    const [photo, other] = [await upload(), await upload()]
    const { id } = await enter({ media_attachment_ids: [photo, other] })
    const remove = () => call('DELETE', `/api/media/${photo}`, { as: ann })
    expect((await remove()).status).toBe(204)
    expect(idsOf(await read(id, ann))).toEqual([other])
    expect(await listFiles()).toHaveLength(3)
    expect(await remove()).toMatchObject(unknown)
  })

  test('are denied to other users', async () => {
    const { upload, call, ctx } = await started()
    const [photo, as] = [await upload(), await aUser(ctx)]
    for (const method of ['PATCH', 'DELETE'])
      expect(
        await call(method, `/api/media/${photo}`, { as, json: { description: 'x' } }),
      ).toMatchObject({ status: 403 })
  })
})

const LEVELS = ['public', 'followers_only', 'private'] as const
const VIEWERS = ['owner', 'follower', 'stranger', 'blocked', 'anonymous'] as const
type ViewerName = (typeof VIEWERS)[number]

const sees = (viewer: ViewerName, level: Visibility) =>
  viewer === 'owner' ||
  (level === 'public' && viewer !== 'blocked') ||
  (level === 'followers_only' && viewer === 'follower')

async function withViewers() {
  const all = await started()
  const { ctx, ann } = all
  const [follower, stranger, blocked] = [await aUser(ctx), await aUser(ctx), await aUser(ctx)]
  await aFollow(ctx, follower, ann)
  await aFollow(ctx, blocked, ann)
  await aBlock(ctx, ann, blocked)
  return { ...all, viewers: { owner: ann, follower, stranger, blocked, anonymous: undefined } }
}

/** Checks what each viewer sees of a photo, and which of its URLs work. */
async function expectOnlyPermitted(levels: { workout: Visibility; photos: Visibility }) {
  const { upload, enter, read, statusOf, viewers } = await withViewers()
  const { id, media_attachments: own } = await enter({
    ...{ workout_visibility: levels.workout, media_visibility: levels.photos },
    media_attachment_ids: [await upload()],
  })
  const order = [levels.workout, levels.photos].map((level) => LEVELS.indexOf(level))
  const level = LEVELS[Math.max(...order)] ?? 'private'
  const plain = own[0].url.split('?')[0]
  for (const name of VIEWERS) {
    const isSeen = sees(name, level)
    const shown = (await read(id, viewers[name]))?.media_attachments ?? []
    expect([name, shown.length]).toEqual([name, isSeen ? 1 : 0])
    const urls = shown.flatMap(({ url, meta }: { url: string; meta: Record<string, string> }) => [
      ...[url, meta.screen_url, meta.thumbnail_url],
    ])
    for (const url of urls) expect([name, await statusOf(url)]).toEqual([name, 200])
    // Without the key for the viewer, a token identifies them.
    expect([name, await statusOf(plain, viewers[name])]).toEqual([name, isSeen ? 200 : 404])
  }
  expect(await statusOf(plain)).toBe(level === 'public' ? 200 : 404)
}

describe('GET /media/{file}', () => {
  test.each(LEVELS.flatMap((workout) => LEVELS.map((photos) => ({ workout, photos }))))(
    'is permitted as for %j',
    expectOnlyPermitted,
  )

  test('shows the place to those who may see the map', async () => {
    const { upload, enter, read, viewers } = await withViewers()
    const levels = { workout_visibility: 'public', media_visibility: 'public' }
    const { id } = await enter({ ...levels, media_attachment_ids: [await upload()] })
    const metaFor = async (name: ViewerName) =>
      (await read(id, viewers[name])).media_attachments[0].meta
    expect((await metaFor('owner')).coordinates).toEqual({ latitude: 48.5, longitude: 2.25 })
    for (const name of ['follower', 'stranger', 'anonymous'] as const) {
      const meta = await metaFor(name)
      expect([meta.coordinates, meta.taken_at]).toEqual([null, undefined])
    }
  })

  test('ends as soon as the photos become private, or the viewer is no follower', async () => {
    const { upload, enter, read, edit, statusOf, viewers, call, ann } = await withViewers()
    const levels = { workout_visibility: 'followers_only', media_visibility: 'followers_only' }
    const { id } = await enter({ ...levels, media_attachment_ids: [await upload()] })
    const [{ url }] = (await read(id, viewers.follower)).media_attachments
    expect(await statusOf(url)).toBe(200)
    await edit(id, { media_visibility: 'private' })
    expect(await statusOf(url)).toBe(404)
    await edit(id, { media_visibility: 'public' })
    expect(await statusOf(url)).toBe(200)
    await call('POST', `/api/users/${viewers.follower.username}/block`, { as: ann })
    expect(await statusOf(url)).toBe(404)
  })

  test('ends when the account of the viewer is deactivated', async () => {
    const { upload, enter, read, statusOf, viewers, ctx } = await withViewers()
    const levels = { workout_visibility: 'followers_only', media_visibility: 'followers_only' }
    const { id } = await enter({ ...levels, media_attachment_ids: [await upload()] })
    const [{ url }] = (await read(id, viewers.follower)).media_attachments
    await ctx.db
      .updateTable('users')
      .set({ is_active: 0 })
      .where('id', '=', viewers.follower.id)
      .execute()
    expect(await statusOf(url)).toBe(404)
  })

  test('is hidden while the workout is suspended, except for its owner', async () => {
    const { upload, enter, read, statusOf, viewers, ctx } = await withViewers()
    const levels = { workout_visibility: 'public', media_visibility: 'public' }
    const { id } = await enter({ ...levels, media_attachment_ids: [await upload()] })
    const urlFor = async (as?: UserRow) => (await read(id, as)).media_attachments[0].url
    const urls = [await urlFor(viewers.stranger), await urlFor()]
    await ctx.db
      .updateTable('workouts')
      .set({ suspended_at: 1 })
      .where('short_id', '=', id)
      .execute()
    for (const url of urls) expect(await statusOf(url)).toBe(404)
    expect(await statusOf(await urlFor(viewers.owner))).toBe(200)
  })

  test('is shown to moderators with a report', async () => {
    const { upload, enter, call, statusOf, viewers, ctx } = await withViewers()
    const as = await aModerator(ctx)
    const levels = { workout_visibility: 'followers_only', media_visibility: 'followers_only' }
    const { id } = await enter({ ...levels, media_attachment_ids: [await upload()] })
    const json = { note: 'spam', object_id: id, object_type: 'workout' }
    await call('POST', '/api/reports', { as: viewers.follower, json })
    const { body } = await call('GET', '/api/reports/1', { as })
    const [{ url }] = body.report.reported_workout.media_attachments
    expect(await statusOf(url)).toBe(200)
    expect(await statusOf(url.split('?')[0], as)).toBe(404)
  })

  test('needs the right key', async () => {
    const { upload, enter, statusOf, viewers } = await withViewers()
    const mine = await enter({ media_attachment_ids: [await upload(), await upload()] })
    const [one, two] = mine.media_attachments.map(({ url }: { url: string }) => url)
    const key = new URL(one).searchParams.get('key') ?? ''
    const plain = one.split('?')[0]
    expect(await statusOf(`${two.split('?')[0]}?key=${key}`)).toBe(404)
    expect(await statusOf(`${plain}?key=${viewers.stranger.id}.${key.split('.')[1]}`)).toBe(404)
    for (const wrong of ['', 'x', '.', '1.', '1r.x', key.slice(0, -2), `${key}.${key}`])
      expect(await statusOf(`${plain}?key=${wrong}`)).toBe(404)
  })

  test('may be cached by browsers only', async () => {
    const { upload, enter, handle } = await started()
    const { media_attachments: photos } = await enter({ media_attachment_ids: [await upload()] })
    const { pathname, search } = new URL(photos[0].url)
    const get = (headers = {}) =>
      handle(new Request(`http://localhost${pathname}${search}`, { headers }))
    const { headers } = await get()
    expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    const known = await get({ 'if-none-match': headers.get('etag') ?? '' })
    expect(known.status).toBe(304)
  })

  test.each([
    ...[
      'x',
      '../x',
      '%2e%2e',
      'a'.repeat(32),
      `${'a'.repeat(32)}.webp`,
      `${'a'.repeat(32)}.x.webp`,
    ],
    ...[`${'a'.repeat(32)}.__proto__.webp`, '%00', '%ff', `${'a'.repeat(5000)}.webp`],
  ])('responds 404 to %j', async (name) => {
    const { handle } = await started()
    const response = await handle(new Request(`http://localhost/media/${name}`))
    expect(response.status).toBe(404)
  })
})

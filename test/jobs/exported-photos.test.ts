import { describe, expect, test } from 'bun:test'
import { aRide, startArchiveServer } from '../support/archives'
import { aPhoto } from '../support/photo-files'
import { zipBytes } from '../support/tracks/zip'

const EXPORT = '/api/auth/account/export'
const TASKS = '/api/workouts/upload-tasks'

type Server = Awaited<ReturnType<typeof open>>

interface Attachment {
  id: string
  description: string
  meta: { coordinates: unknown; taken_at?: string; width: number }
}

async function open() {
  const server = await startArchiveServer({ timezone: 'Europe/Paris' })
  const { call, user, ctx } = server
  return {
    ...server,
    uploadPhoto: async (photo: Uint8Array<ArrayBuffer>): Promise<string> => {
      const body = new FormData()
      body.append('file', new File([photo], 'a.jpg'))
      return (await call('POST', '/api/media', { as: user, body })).body.id
    },
    /** What the owner sees of each workout’s photos, by title. */
    photos: async () => {
      const { workouts } = (await server.get('/api/workouts')).body.data
      return Object.fromEntries(
        workouts.map((workout: { title: string; media_attachments: Attachment[] }) => [
          workout.title,
          workout.media_attachments.map(
            ({ description, meta: { coordinates, taken_at, width } }) => ({
              ...{ description, coordinates, taken_at, width },
            }),
          ),
        ]),
      )
    },
    /** Counts the photos and their files, which belong together. */
    count: async () => {
      const rows = await ctx.db.selectFrom('photos').select('id').execute()
      const files: string[] = []
      for await (const { path } of ctx.files.list())
        if (path.startsWith('photos/')) files.push(path)
      expect(files).toHaveLength(3 * rows.length)
      return rows.length
    },
  }
}

/** A server whose first workout has three photos, in another order than they were uploaded in; the second has one. */
async function withPhotos() {
  const server = await open()
  const { record, uploadPhoto, send } = server
  const first = await record('1.gpx', aRide(1), { title: 'first', workout_visibility: 'public' })
  const second = await record('2.gpx', aRide(2), { title: 'second' })
  const known = await uploadPhoto(await aPhoto())
  const plain = await uploadPhoto(await aPhoto('png', { exif: {}, width: 90 }))
  const other = await uploadPhoto(await aPhoto('webp', { width: 120 }))
  const describe = (id: string, description: string) =>
    send('PATCH', `/api/media/${id}`, { json: { description } })
  await describe(known, 'The "pass", at noon')
  await describe(plain, '=1+2')
  const attach = (id: string, ids: string[], more = {}) =>
    send('PATCH', `/api/workouts/${id}`, { json: { media_attachment_ids: ids, ...more } })
  await attach(first.id, [other, known, plain], { media_visibility: 'followers_only' })
  await attach(second.id, [await uploadPhoto(await aPhoto('jpeg', { width: 150 }))])
  return { ...server, first, second }
}

/** The data export of the user of a server. */
async function exported({ send, serve, get, ctx, user, handle }: Server): Promise<Uint8Array> {
  await send('POST', `${EXPORT}/request`, { json: {} })
  await serve()
  const { file_name } = (await get(EXPORT)).body.request
  const token = await ctx.sessions.issue(user.id, user.session_epoch)
  const headers = { authorization: `Bearer ${token}` }
  return (await handle(new Request(`http://localhost${EXPORT}/${file_name}`, { headers }))).bytes()
}

/** Imports an archive. Returns the id of the import. */
async function moveIn(server: Server, archive: Uint8Array): Promise<string> {
  const { body } = await server.upload('export.zip', archive, { sport_id: undefined })
  await server.serve()
  return body.data.task_id
}

describe('the photos of a data export', () => {
  test('are attached again, in order, with description, place and time', async () => {
    const source = await withPhotos()
    const archive = await exported(source)
    const target = await open()
    await moveIn(target, archive)
    const before = await source.photos()
    expect(before.first).toHaveLength(3)
    expect(before.first[1]).toMatchObject({
      ...{ description: 'The "pass", at noon', coordinates: { latitude: 48.5, longitude: 2.25 } },
      taken_at: 'Wed, 01 May 2024 08:20:30 GMT',
    })
    expect(before.first[2]).toMatchObject({ coordinates: null })
    expect(await target.photos()).toEqual(before)
    const { body } = await target.get(`/api/workouts/${source.first.id}`)
    expect(body.data.workouts[0].media_visibility).toBe('followers_only')
    expect(await target.count()).toBe(4)
  })

  test('are added once, also on the server that they come from', async () => {
    const source = await withPhotos()
    const archive = await exported(source)
    const before = await source.photos()
    await moveIn(source, archive)
    const target = await open()
    for (const _ of [1, 2]) await moveIn(target, archive)
    for (const server of [source, target]) {
      expect(await server.photos()).toEqual(before)
      expect(await server.count()).toBe(4)
    }
  })

  test('are deleted when the import is undone, also those of workouts that existed before', async () => {
    const source = await withPhotos()
    const archive = await exported(source)
    const workouts = ['first', 'second'].map((title) => source[title as 'first' | 'second'].id)
    for (const id of workouts)
      await source.send('PATCH', `/api/workouts/${id}`, { json: { media_attachment_ids: [] } })
    const kept = await source.uploadPhoto(await aPhoto())
    await source.send('PATCH', `/api/workouts/${source.second.id}`, {
      json: { media_attachment_ids: [kept] },
    })
    const before = await source.photos()
    const total = await source.count()
    const id = await moveIn(source, archive)
    expect((await source.photos()).first).toHaveLength(3)
    await source.send('POST', `${TASKS}/${id}/undo`)
    expect(await source.photos()).toEqual(before)
    expect(await source.count()).toBe(total)
    const target = await open()
    const imported = await moveIn(target, archive)
    await target.send('POST', `${TASKS}/${imported}/undo`)
    expect(await target.workouts()).toBe(0)
    expect(await target.count()).toBe(0)
  })

  test('are reported when they are missing, damaged or of no workout; invalid values are dropped', async () => {
    const server = await open()
    const workout = {
      ...{ id: 'BTHknEB3MgVvZ4kCzS8LfM', sport_label: 'Hiking', title: 'Hike' },
      ...{ workout_date: '2024-05-01 10:00:00', duration: '1:00:00', distance: 4 },
    }
    const photo = (number: number, more: object = {}) => ({
      ...{ file: `photos/${number}.webp`, workout_id: workout.id, position: number },
      ...{ description: 'x'.repeat(2000), latitude: 91, longitude: 2, taken_at: 'noon', ...more },
    })
    const list = [photo(3), photo(1, { latitude: 9 }), photo(2), photo(4, { workout_id: 'x' })]
    const named = (number: number, content: Uint8Array | string) => ({
      ...{ name: `photos/${number}.webp`, content },
    })
    const id = await moveIn(
      server,
      zipBytes([
        { name: 'user_workouts_data.json', content: JSON.stringify([workout]) },
        { name: 'user_photos_data.json', content: JSON.stringify([...list, photo(5)]) },
        ...[named(1, await aPhoto('webp')), named(2, 'broken'), named(4, await aPhoto('webp'))],
        named(5, await aPhoto('webp', { width: 80 })),
      ]),
    )
    const lines = String((await server.get(`${TASKS}/${id}/report`)).body).split('\n')
    expect(lines.filter((line) => line.includes('photos'))).toEqual([
      expect.stringContaining('without photos that cannot be read: photos/2.webp'),
      expect.stringContaining('photos/3.webp,skipped,"the export names the file'),
      'photos/4.webp,skipped,no workout has this photo,',
    ])
    const description = 'x'.repeat(1500)
    expect((await server.photos()).Hike).toEqual([
      { description, coordinates: { latitude: 9, longitude: 2 }, taken_at: undefined, width: 60 },
      { description, coordinates: null, taken_at: undefined, width: 80 },
    ])
    expect(await server.count()).toBe(2)
  })
})

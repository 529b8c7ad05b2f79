import { describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { openZip } from '@/domain/tracks/formats/zip/zip'
import { writeTo } from '@/store/db/connections/transact'
import { insertPasskey } from '@/store/db/queries/accounts/passkeys'
import {
  replaceRecoveryCodes,
  updateTwoFactor,
  upsertSecret,
} from '@/store/db/queries/accounts/two-factor'
import { findUserByName, updateUser } from '@/store/db/queries/accounts/users'
import { aRide, startArchiveServer } from '../support/archives'
import { assignAllCourses, rideOn } from '../support/assign-courses'
import { aUser } from '../support/factories'

const EXPORT = '/api/auth/account/export'
const DAY = 86_400_000
const LIMIT = 10_000_000

type Server = Awaited<ReturnType<typeof startArchiveServer>>

const request = ({ send }: Server, query = '') =>
  send('POST', `${EXPORT}/request${query}`, { json: {} })

/** Requests an export and creates it. Returns the finished request. */
async function exported(server: Server, query?: string) {
  await request(server, query)
  await server.serve()
  return (await server.get(EXPORT)).body.request
}

/** The archive as a client downloads it. */
async function download(server: Server, name: string, headers: Record<string, string> = {}) {
  const token = await server.ctx.sessions.issue(server.user.id, server.user.session_epoch)
  const answer = await server.handle(
    new Request(`http://localhost${EXPORT}/${name}`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    }),
  )
  return { status: answer.status, headers: answer.headers, bytes: await answer.bytes() }
}

describe('a data export', () => {
  test('contains weights and thresholds if there are any', async () => {
    const server = await startArchiveServer()
    for (const [day, weight] of [
      ['2026-01-02', 72.5],
      ['2025-06-01', 74],
    ])
      await server.send('PUT', `/api/auth/profile/weights/${day}`, { json: { weight } })
    for (const path of ['ftp/2026-01-02', 'max_hr/2020-01-01?sport_id=5'])
      await server.send('PUT', `/api/thresholds/${path}`, { json: { value: 200 } })
    await server.send('PATCH', '/api/thresholds/rules', { json: { trimp_weighting: 'men' } })
    const { file_name } = await exported(server)
    const zip = await openZip((await download(server, file_name)).bytes, 100)
    const listIn = async (wanted: string) => {
      const entry = zip.entries.find(({ name }) => name === wanted)
      return entry && JSON.parse(new TextDecoder().decode(await zip.read(entry, LIMIT)))
    }
    expect(await listIn('user_weights_data.json')).toEqual([
      { day: '2025-06-01', weight: 74 },
      { day: '2026-01-02', weight: 72.5 },
    ])
    expect(await listIn('user_thresholds_data.json')).toEqual([
      { kind: 'max_hr', sport_id: 5, sport_label: 'Running', day: '2020-01-01', value: 200 },
      { kind: 'ftp', sport_id: null, day: '2026-01-02', value: 200 },
    ])
    expect(await listIn('user_zone_rules_data.json')).toEqual([
      { heart_rate_model: 'max', trimp_weighting: 'men', energy_by_heart_rate: 'none' },
    ])
  })

  test('contains privacy zones if there are any', async () => {
    const server = await startArchiveServer()
    const { body } = await server.send('POST', '/api/privacy/zones', {
      json: { name: 'Home', positions: [{ latitude: 48, longitude: 7.9 }], radius: 200 },
    })
    const { file_name } = await exported(server)
    const zip = await openZip((await download(server, file_name)).bytes, 100)
    const entry = zip.entries.find(({ name }) => name === 'user_privacy_zones_data.json')
    const text = new TextDecoder().decode(entry && (await zip.read(entry, LIMIT)))
    const offset = { offset_north: expect.any(Number), offset_east: expect.any(Number) }
    expect(JSON.parse(text)).toEqual([{ ...body.data.zone, ...offset }])
  })

  test('contains saved courses if there are any', async () => {
    const server = await startArchiveServer()
    const { id } = await server.record('ride.gpx', aRide(1))
    const json = { workout_id: id, name: 'Round' }
    const saved = await server.send('POST', '/api/courses', { json })
    const { body } = await server.send('GET', `/api/courses/${saved.body.data.course.id}`)
    const { file_name } = await exported(server)
    const zip = await openZip((await download(server, file_name)).bytes, 100)
    const entry = zip.entries.find(({ name }) => name === 'user_courses_data.json')
    const text = new TextDecoder().decode(entry && (await zip.read(entry, LIMIT)))
    const [course] = JSON.parse(text)
    expect(course).toMatchObject({ ...body.data, sport_label: 'Cycling (Sport)' })
    expect(course.elevations).toHaveLength(body.data.course.point_count)
  })

  test('contains segments if there are any', async () => {
    const server = await startArchiveServer()
    const positions = [48, 48.01].map((latitude) => ({ latitude, longitude: 7.9 }))
    const { body } = await server.send('POST', '/api/segments', {
      json: { name: 'Straight', drawing: { sport_id: 1, positions } },
    })
    const { file_name } = await exported(server)
    const zip = await openZip((await download(server, file_name)).bytes, 100)
    const entry = zip.entries.find(({ name }) => name === 'user_segments_data.json')
    const [segment] = JSON.parse(new TextDecoder().decode(entry && (await zip.read(entry, LIMIT))))
    const { id, created_at, geojson } = body.data.segment
    expect(segment).toMatchObject({ id, name: 'Straight', sport_id: 1, created_at })
    expect(segment.positions.map(([lon, lat]: number[]) => [lon, lat])).toEqual(geojson.coordinates)
  })

  test('contains public links without their secrets if there are any', async () => {
    const server = await startArchiveServer()
    const { id } = await server.record('ride.gpx', aRide(1))
    const path = `/api/workouts/${id}/share-links`
    const { body } = await server.send('POST', path, { json: { expires_in_days: null } })
    const { url, ...link } = body.data.share_link
    const { file_name } = await exported(server)
    const zip = await openZip((await download(server, file_name)).bytes, 100)
    const entry = zip.entries.find(({ name }) => name === 'user_share_links_data.json')
    const text = new TextDecoder().decode(entry && (await zip.read(entry, LIMIT)))
    const created_at = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00:00$/)
    expect(JSON.parse(text)).toEqual([{ ...link, created_at, workout_id: id }])
    expect(text).not.toContain(url.split('/').at(-1))
  })

  test('contains two-factor login and passkeys, without secrets, keys and recovery codes', async () => {
    const server = await startArchiveServer()
    const { ctx, user } = server
    const secrets = ['JBSWY3DPEHPK3PXP', 'a'.repeat(64)] as const
    await writeTo(ctx.db, async (tx) => {
      await upsertSecret(tx, user.id, ctx.sealer.seal(secrets[0]))
      await updateTwoFactor(tx, user.id, { confirmed_at: ctx.clock.now(), last_step: 1 })
      await replaceRecoveryCodes(tx, user.id, [secrets[1]])
      await insertPasskey(tx, {
        ...{ user_id: user.id, name: 'Phone', created_at: ctx.clock.now() },
        ...{
          credential_id: 'an-id',
          public_key: Buffer.from('a key'),
          sign_count: 0,
          is_backed_up: 0,
        },
      })
    })
    const { file_name } = await exported(server)
    const zip = await openZip((await download(server, file_name)).bytes, 100)
    const texts = await Promise.all(
      zip.entries.map(async (entry) => new TextDecoder().decode(await zip.read(entry, LIMIT))),
    )
    expect(JSON.parse(texts[0] ?? '')).toMatchObject({
      two_factor_enabled_at: '2026-03-14 12:00:00+00:00',
      passkeys: [{ name: 'Phone', created_at: '2026-03-14 12:00:00+00:00', last_used_at: null }],
    })
    const { sealed_secret } = await ctx.db
      .selectFrom('two_factor_logins')
      .selectAll()
      .executeTakeFirstOrThrow()
    const all = texts.join('\n')
    expect(all).not.toContain('an-id')
    expect(all).not.toContain(Buffer.from('a key').toString('base64'))
    for (const secret of [
      ...secrets,
      sealed_secret.toString('base64'),
      sealed_secret.toString('hex'),
    ])
      expect(all).not.toContain(secret)
  })

  test('contains all data of its user, in the documented files', async () => {
    const server = await startArchiveServer()
    await server.record('ride.gpx', aRide(1), { title: 'Lake', notes: 'mine' })
    await server.enter({ title: 'By hand' })
    const { file_name, file_size } = await exported(server)
    expect(file_name).toMatch(/^archive_[\w-]{20}\.zip$/)
    const { headers, bytes } = await download(server, file_name)
    expect(headers.get('content-type')).toBe('application/zip')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${file_name}"`)
    expect(bytes.length).toBe(file_size)
    const zip = await openZip(bytes, 100)
    const names = zip.entries.map(({ name }) => name)
    const original = names.at(-1) ?? ''
    expect(names).toEqual([
      'user_data.json',
      'user_workouts_data.json',
      'user_equipments_data.json',
      'user_comments_data.json',
      expect.stringMatching(/^workout_files\/2024-01-01_07-00-00_1_[\w-]+\.gpx$/),
    ])
    const [profile, workouts, equipments, comments, file] = await Promise.all(
      zip.entries.map(async (entry) => new TextDecoder().decode(await zip.read(entry, LIMIT))),
    )
    expect(file).toBe(aRide(1))
    expect([equipments, comments]).toEqual(['[]', '[]'])
    expect(JSON.parse(profile ?? '')).toMatchObject({
      username: server.user.username,
      created_at: '2026-03-14 12:00:00+00:00',
    })
    expect(workouts).toStartWith('[\n    {\n        "')
    const list = JSON.parse(workouts ?? '')
    expect(list).toMatchObject([
      {
        ...{ title: 'Lake', notes: 'mine', sport_label: 'Cycling (Sport)' },
        workout_date: '2024-01-01 07:00:00+00:00',
        original_file: original.replace('workout_files/', ''),
      },
      { title: 'By hand', original_file: null },
    ])
    expect(Object.keys(list[0])).not.toContain('map')
    expect(Object.keys(list[0])).not.toContain('bounds')
  })

  test('contains the analysis of recordings on request', async () => {
    const server = await startArchiveServer()
    const { id } = await server.record('ride.gpx', aRide(1))
    const pace = { json: { value: 360 } }
    await server.send('PUT', '/api/thresholds/threshold_pace/2020-01-01', pace)
    const byHand = await server.enter({ title: 'By hand', sport_id: 5, duration: 4500 })
    await server.enter({ title: 'No load' })
    const { file_name } = await exported(server, '?analysis=true')
    const zip = await openZip((await download(server, file_name)).bytes, 100)
    const entry = zip.entries.find(({ name }) => name === 'user_analysis_data.json')
    if (!entry) throw new Error('no analysis')
    const { analysis } = (await server.get(`/api/workouts/${id}/analysis`)).body.data
    expect(analysis.efforts).not.toEqual([])
    const { load } = (await server.get(`/api/workouts/${id}/load`)).body.data
    expect(load).not.toBeNull()
    expect(JSON.parse(new TextDecoder().decode(await zip.read(entry, LIMIT)))).toEqual([
      { workout_id: id, ...analysis, load },
      {
        workout_id: byHand.id,
        load: (await server.get(`/api/workouts/${byHand.id}/load`)).body.data.load,
      },
    ])
  })

  test('contains the load of a recording that is not analysed yet', async () => {
    const server = await startArchiveServer()
    await server.send('PUT', '/api/thresholds/threshold_pace/2020-01-01', { json: { value: 360 } })
    const { id } = await server.record('one.gpx', aRide(1), { sport_id: 5 })
    const { load } = (await server.get(`/api/workouts/${id}/load`)).body.data
    expect(load).not.toBeNull()
    await writeTo(server.ctx.db, async (tx) => {
      for (const table of ['efforts', 'workout_intensity', 'workout_loads', 'load_sums'] as const)
        await tx.deleteFrom(table).execute()
      await tx.updateTable('workouts').set({ is_analysed: 0 }).execute()
    })
    const { file_name } = await exported(server, '?analysis=true')
    const zip = await openZip((await download(server, file_name)).bytes, 100)
    const entry = zip.entries.find(({ name }) => name === 'user_analysis_data.json')
    if (!entry) throw new Error('no analysis')
    const [told] = JSON.parse(new TextDecoder().decode(await zip.read(entry, LIMIT)))
    expect(told.load).toEqual(load)
  })

  test('reports which recordings lack analysis or load because their stored data is damaged', async () => {
    const server = await startArchiveServer()
    const error = 'The stored data of the recording is damaged; refresh the workout to repair it.'
    await server.send('PUT', '/api/thresholds/threshold_pace/2020-01-01', { json: { value: 360 } })
    const [damaged, sound] = [
      await server.record('one.gpx', aRide(1), { sport_id: 5 }),
      await server.record('other.gpx', aRide(2)),
    ]
    const { load } = (await server.get(`/api/workouts/${damaged.id}/load`)).body.data
    expect(load).not.toBeNull()
    await writeTo(server.ctx.db, async (tx) => {
      await tx
        .updateTable('workout_intensity')
        .set({ heart_rate: Buffer.from([0, 0, 255, 255, 255, 255, 255, 127]) })
        .where('workout_id', '=', 2)
        .execute()
      await tx
        .updateTable('segment_points')
        .set({ points: Buffer.from('nothing of use') })
        .where('segment_id', '=', (eb) =>
          eb
            .selectFrom('segments')
            .select('id')
            .where('short_id', '=', damaged.segments[0].segment_id),
        )
        .execute()
    })
    const warnings: object[] = []
    server.ctx.log.warn = (facts: object) => void warnings.push(facts)
    const { status, file_name } = await exported(server, '?analysis=true')
    expect(status).toBe('successful')
    const zip = await openZip((await download(server, file_name)).bytes, 100)
    const entry = zip.entries.find(({ name }) => name === 'user_analysis_data.json')
    if (!entry) throw new Error('no analysis')
    const told = JSON.parse(new TextDecoder().decode(await zip.read(entry, LIMIT)))
    expect(told).toMatchObject([
      { workout_id: damaged.id, error, load },
      { workout_id: sound.id, splits: { km: expect.any(Array) }, load: { error } },
    ])
    expect(told[0]).not.toHaveProperty('splits')
    expect(warnings).toMatchObject([{ workout: damaged.id }, { workout: sound.id }])
  })

  test('writes texts unchanged, even with line separators in them', async () => {
    const server = await startArchiveServer()
    const title = 'one\u2028other\u2029third'
    await server.enter({ title })
    const { file_name } = await exported(server)
    const zip = await openZip((await download(server, file_name)).bytes, 100)
    const entry = zip.entries.find(({ name }) => name === 'user_workouts_data.json')
    if (!entry) throw new Error('no workouts')
    expect(JSON.parse(new TextDecoder().decode(await zip.read(entry, LIMIT)))).toMatchObject([
      { title },
    ])
  })

  test('groups workouts on the same course by the first of them', async () => {
    const server = await startArchiveServer()
    const way = (seed: number, day: number) => server.record(`${day}.gpx`, rideOn(seed, day))
    const [later, first, other] = [await way(1, 3), await way(1, 2), await way(2, 4)]
    await assignAllCourses(server.ctx)
    const { file_name } = await exported(server, '?analysis=true')
    const zip = await openZip((await download(server, file_name)).bytes, 100)
    const entry = zip.entries.find(({ name }) => name === 'user_analysis_data.json')
    if (!entry) throw new Error('no analysis')
    const told = JSON.parse(new TextDecoder().decode(await zip.read(entry, LIMIT)))
    const route = { first_workout_id: first.id, direction: 'same' }
    expect(told).toMatchObject([
      { workout_id: later.id, route },
      { workout_id: first.id, route },
      { workout_id: other.id },
    ])
    expect(told[2]).not.toHaveProperty('route')
  })

  test('notifies its user when it is ready', async () => {
    const server = await startArchiveServer()
    expect((await request(server)).body.request).toMatchObject({
      ...{ status: 'queued', file_name: null, file_size: null, type: 'user_data_export' },
    })
    await server.serve()
    expect((await server.get('/api/notifications')).body.notifications).toMatchObject([
      { type: 'user_data_export' },
    ])
  })

  test('omits missing originals and still succeeds', async () => {
    const server = await startArchiveServer()
    await server.record('ride.gpx', aRide(1))
    rmSync(server.ctx.files.pathOf(`workouts/${server.user.id}`), { recursive: true })
    const { status, file_name } = await exported(server)
    expect(status).toBe('successful')
    const zip = await openZip((await download(server, file_name)).bytes, 100)
    expect(zip.entries).toHaveLength(4)
  })

  test('can be downloaded in ranges', async () => {
    const server = await startArchiveServer()
    const { file_name: name } = await exported(server)
    const whole = (await download(server, name)).bytes
    const piece = await download(server, name, { range: 'bytes=10-19' })
    expect([piece.status, piece.headers.get('content-range')]).toEqual([
      206,
      `bytes 10-19/${whole.length}`,
    ])
    expect(piece.bytes).toEqual(whole.slice(10, 20))
    const rest = await download(server, name, { range: 'bytes=20-' })
    expect(rest.bytes).toEqual(whole.slice(20))
    const end = await download(server, name, { range: 'bytes=-5' })
    expect(end.bytes).toEqual(whole.slice(-5))
    const beyond = await download(server, name, { range: `bytes=${whole.length}-` })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
      416,
      `bytes */${whole.length}`,
    ])
  })

  test('can be downloaded only by its user and exact name', async () => {
    const server = await startArchiveServer()
    const { file_name } = await exported(server)
    const as = await aUser(server.ctx)
    const notFound = { status: 'not found', data: { archive: [] }, message: 'file not found' }
    for (const [name, more] of [
      [file_name, { as }],
      ['archive.zip', {}],
    ] as const) {
      const { status, body } = await server.get(`${EXPORT}/${name}`, more)
      expect([status, body]).toEqual([404, notFound])
    }
  })

  test('cannot be requested again for a day while there is one', async () => {
    const server = await startArchiveServer()
    await request(server)
    expect((await request(server)).body.message).toBe('ongoing request exists')
    await server.serve()
    server.clock.advance(DAY - 1)
    expect((await request(server)).body.message).toBe('completed request already exists')
    const { file_name } = (await server.get(EXPORT)).body.request
    server.clock.advance(1)
    expect((await request(server)).status).toBe(200)
    expect((await server.get(`${EXPORT}/${file_name}`)).status).toBe(404)
    expect((await server.get('/api/notifications')).body.notifications).toEqual([])
  })

  test('that failed leaves no files and can be requested again at once', async () => {
    const server = await startArchiveServer()
    const { store } = server.ctx.files
    server.ctx.files.store = () => Promise.reject(new Error('a fault of ours'))
    await request(server)
    await server.serve()
    expect((await server.get(EXPORT)).body.request).toMatchObject({
      ...{ status: 'errored', file_name: null, file_size: null },
    })
    const { uploadsDir } = server.ctx.config
    expect([...new Bun.Glob('incoming/*/*').scanSync(uploadsDir)]).toEqual([])
    server.ctx.files.store = store
    expect((await exported(server)).status).toBe('successful')
  })

  test('is open to suspended users', async () => {
    const server = await startArchiveServer()
    const user = await findUserByName(server.ctx.db, server.user.username)
    if (user) await writeTo(server.ctx.db, (tx) => updateUser(tx, user.id, { suspended_at: 1 }))
    expect((await exported(server)).status).toBe('successful')
  })
})

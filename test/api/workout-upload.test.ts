import { describe, expect, test } from 'bun:test'
import { aSuspendedUser } from '../support/factories'
import { gpxOf, gpxText } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { startWorkoutServer } from '../support/workouts'

const PATH = '/api/workouts'
const points = samplePoints(60)
const ride = gpxOf(points)
const invalidPayload = { message: 'invalid payload', status: 'error' }
const invalidFile = { message: 'invalid file', status: 'error' }

/** Sends a form with these fields. A pair is the name and content of a file. */
async function sent(fields: Record<string, string | [string, string]>) {
  const { call, user } = await startWorkoutServer()
  const body = new FormData()
  for (const [name, value] of Object.entries(fields))
    body.set(name, typeof value === 'string' ? value : new File([value[1]], value[0]))
  return call('POST', PATH, { as: user, body })
}

const one = (sport_id: unknown, more: object = {}) => JSON.stringify({ sport_id, ...more })

describe('POST /api/workouts', () => {
  test('asks for a token, and rejects suspended accounts', async () => {
    const { call, ctx } = await startWorkoutServer()
    expect((await call('POST', PATH, { body: new FormData() })).status).toBe(401)
    const as = await aSuspendedUser(ctx)
    expect((await call('POST', PATH, { as, body: new FormData() })).status).toBe(403)
  })

  test.each([
    [{ data: one(1) }, { message: 'no file part', status: 'fail' }],
    [
      { file: 'no file', data: one(1) },
      { message: 'no file part', status: 'fail' },
    ],
    [
      { file: ['ride.txt', ride], data: '' },
      { message: 'file extension not allowed', status: 'fail' },
    ],
    [
      { file: ['gpx', ride], data: '' },
      { message: 'file extension not allowed', status: 'fail' },
    ],
    [{ file: ['ride.gpx', 'no recording'] }, invalidPayload],
    [{ file: ['ride.gpx', 'no recording'], data: 'no JSON' }, invalidPayload],
    [{ file: ['ride.gpx', 'no recording'], data: '{}' }, invalidPayload],
    [{ file: ['ride.gpx', 'no recording'], data: one(null) }, invalidPayload],
    [{ file: ['ride.gpx', 'no recording'], data: one(1, { title: 5 }) }, invalidPayload],
    [
      { file: ['ride.gpx', 'no recording'], data: one(1, { map_visibility: 'all' }) },
      invalidPayload,
    ],
    [{ file: ['ride.gpx', 'no recording'], data: one(999) }, invalidFile],
    [{ file: ['ride.gpx', ''], data: one(1) }, invalidFile],
    [{ file: ['ride.gpx', '<html></html>'], data: one(1) }, invalidFile],
    [
      { file: ['ride.gpx', ride.slice(0, 500)], data: one(0) },
      { message: 'no sport id provided', status: 'invalid' },
    ],
    [
      { file: ['ride.gpx', ride.slice(0, 500)], data: one('') },
      { message: 'no sport id provided', status: 'invalid' },
    ],
    [
      { file: ['ride.gpx', ride.slice(0, 500)], data: one(999, { equipment_ids: 5 }) },
      { message: 'Sport id: 999 does not exist', status: 'invalid' },
    ],
    [
      { file: ['ride.gpx', ride.slice(0, 500)], data: one(1, { equipment_ids: 5 }) },
      { message: 'equipment_ids must be an array of strings', status: 'error' },
    ],
    [
      { file: ['ride.gpx', ride.slice(0, 500)], data: one(1) },
      { message: 'error when parsing gpx file', status: 'error' },
    ],
    [
      { file: ['ride.gpx', gpxOf(samplePoints(9, () => ({ time: '' })))], data: one(1) },
      { message: '<time> is missing in gpx file', status: 'error' },
    ],
    [
      { file: ['ride.gpx', gpxOf(samplePoints(1))], data: one(1) },
      { message: 'no valid segments in file', status: 'error' },
    ],
  ] as [Record<string, string | [string, string]>, object][])(
    'rejects the form %# with its first error',
    async (fields, body) => {
      expect(await sent(fields)).toMatchObject({ status: 400, body })
    },
  )

  test('rejects a file without a name', async () => {
    const { call, user } = await startWorkoutServer()
    const body = [
      '--x',
      'Content-Disposition: form-data; name="file"; filename=""',
      '',
      '',
      '--x',
      'Content-Disposition: form-data; name="data"',
      '',
      one(1),
      '--x--',
      '',
    ].join('\r\n')
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    expect(await call('POST', PATH, { as: user, body, headers })).toMatchObject({
      status: 400,
      body: { message: 'no selected file', status: 'fail' },
    })
  })

  test('rejects files beyond the limits, with their size', async () => {
    const { ctx, upload } = await startWorkoutServer()
    await ctx.db.updateTable('app_config').set({ max_single_file_size: 1024 }).execute()
    const single = await upload('ride.gpx', gpxOf(samplePoints(12)))
    expect(single.status).toBe(413)
    expect(single.body.status).toBe('fail')
    expect(single.body.message).toMatch(
      /^Error during workout upload, file size (\(\d\.\dKB\) )?exceeds 1\.0KB\.$/,
    )
  })

  test('returns the whole workout and stores it', async () => {
    const { record, get } = await startWorkoutServer({ username: 'ann' })
    const file = gpxText({
      creator: 'Watch 9',
      tracks: [{ name: 'Morning', description: 'nice', segments: [points] }],
    })
    const workout = await record('ride.gpx', file)
    const { id, map, records, segments, thumbnail, ...rest } = workout
    expect(thumbnail).toEqual({ kind: 'route', path: expect.stringMatching(/^M\d+ \d+l/) })
    expect(rest).toEqual({
      analysis_visibility: 'private',
      ascent: 59,
      ave_cadence: 81,
      ave_hr: 130,
      ave_pace: null,
      ave_power: 180,
      ave_speed: 42.66,
      best_pace: null,
      bounds: [45, 6, 45.0059, 6.00295],
      calories: null,
      creation_date: 'Sat, 14 Mar 2026 12:00:00 GMT',
      descent: 0,
      description: 'nice',
      distance: 0.699,
      duration: '0:00:59',
      elevation_data_source: 'file',
      equipments: [],
      excluded_from_records: false,
      liked: false,
      likes_count: 0,
      map_visibility: 'private',
      media_attachments: [],
      media_visibility: 'private',
      max_alt: 359,
      max_cadence: 82,
      max_hr: 159,
      max_power: 209,
      max_speed: 42.66,
      min_alt: 300,
      modification_date: 'Sat, 14 Mar 2026 12:00:00 GMT',
      moving: '0:00:59',
      next_workout: null,
      notes: null,
      original_file: 'gpx',
      pauses: null,
      previous_workout: null,
      source: 'Watch 9',
      sport_id: 1,
      suspended: false,
      suspended_at: null,
      title: 'Morning',
      user: {
        created_at: 'Sat, 14 Mar 2026 12:00:00 GMT',
        followers: 0,
        following: 0,
        nb_workouts: 1,
        picture: false,
        role: 'user',
        suspended_at: null,
        username: 'ann',
      },
      weather_end: null,
      weather_start: null,
      with_analysis: true,
      with_file: true,
      with_geometry: true,
      workout_date: 'Sat, 04 May 2024 08:00:00 GMT',
      workout_visibility: 'private',
    })
    expect(map).toMatch(/^[0-9a-f]{32}$/)
    expect(records.map(({ record_type: type }: { record_type: string }) => type)).toEqual([
      ...['AS', 'FD', 'LD', 'MS', 'HA'],
    ])
    expect(segments).toEqual([
      {
        ...{ ascent: 59, ave_cadence: 81, ave_hr: 130, ave_pace: null, ave_power: 180 },
        ...{ ave_speed: 42.66, best_pace: null, descent: 0, distance: 0.699 },
        ...{ duration: '0:00:59', max_alt: 359, max_cadence: 82, max_hr: 159 },
        ...{ max_power: 209, max_speed: 42.66, min_alt: 300, moving: '0:00:59', pauses: null },
        ...{ segment_id: expect.any(String), segment_number: 1, workout_id: id },
      },
    ])
    expect((await get(`${PATH}/${id}`)).body.data.workouts).toEqual([workout])
  })

  test('takes title and description from the payload, then from the file, then generates a title', async () => {
    const { record } = await startWorkoutServer()
    const named = gpxText({ tracks: [{ name: 'Name', description: 'Text', segments: [points] }] })
    const own = { title: 'Own', description: 'own text', notes: 'note' }
    expect(await record('ride.gpx', named, own)).toMatchObject(own)
    expect(await record('ride.gpx', named, { title: '', description: '' })).toMatchObject({
      title: 'Name',
      description: 'Text',
      notes: null,
    })
    expect(await record('ride.gpx', ride)).toMatchObject({
      title: 'Cycling (Sport) - 2024-05-04 10:00:00',
      description: null,
    })
  })

  test('takes visibilities from the payload, then from the preferences, each limited by the next', async () => {
    const { record } = await startWorkoutServer({
      workouts_visibility: 'public',
      analysis_visibility: 'followers_only',
      map_visibility: 'public',
    })
    expect(await record('ride.gpx', ride, { workout_visibility: null })).toMatchObject({
      workout_visibility: 'public',
      analysis_visibility: 'followers_only',
      map_visibility: 'followers_only',
    })
    const data = { workout_visibility: 'private', map_visibility: 'public' }
    expect(await record('ride.gpx', ride, data)).toMatchObject({
      workout_visibility: 'private',
      analysis_visibility: 'private',
      map_visibility: 'private',
    })
  })

  test('accepts a sport id as a string', async () => {
    const { record } = await startWorkoutServer()
    expect(await record('ride.gpx', ride, { sport_id: '5' })).toMatchObject({ sport_id: 5 })
  })

  test('ignores keys of FitTrackee 1.3, and names them in a header', async () => {
    const data = '{"sport_id": 1, "media_ids": [], "media_visibility": "public"}'
    const { status, headers } = await sent({ file: ['ride.gpx', ride], data })
    expect([status, headers.get('x-ignored-keys')]).toEqual([201, 'media_ids'])
  })

  test('rejects unknown keys, and names them', async () => {
    const data = '{"sport_id": 1, "nonsense": 1}'
    expect(await sent({ file: ['ride.gpx', ride], data })).toMatchObject({
      status: 400,
      body: { message: 'invalid payload', status: 'error' },
      errors: [{ key: 'nonsense' }],
    })
  })

  test('names the keys of wrong values', async () => {
    const data = '{"sport_id": 1, "workout_visibility": "everyone", "duration": "long"}'
    const { status, body, errors } = await sent({ file: ['ride.gpx', ride], data })
    expect([status, body.message]).toEqual([400, 'invalid payload'])
    expect(errors?.map(({ key }) => key)).toEqual(['workout_visibility', 'duration'])
  })

  test('rejects compressed bodies', async () => {
    const { call, user } = await startWorkoutServer()
    const post = (headers: Record<string, string>) =>
      call('POST', '/api/workouts', { as: user, body: '{}', headers })
    const type = 'multipart/form-data; boundary=x'
    const packed = await post({ 'content-type': type, 'content-encoding': 'gzip' })
    expect([packed.status, packed.headers.get('accept-encoding')]).toEqual([415, 'identity'])
  })

  test('accepts data with raw line breaks in strings', async () => {
    const data = '{"sport_id": 1, "notes": "one\ntwo\tthree", "title": "a \\"quoted\\" title"}'
    const { status, body } = await sent({ file: ['ride.gpx', ride], data })
    expect(status).toBe(201)
    expect(body.data.workouts[0]).toMatchObject({
      // Forms may convert line breaks to CR LF.
      notes: expect.stringMatching(/^one\r?\ntwo\tthree$/),
      title: 'a "quoted" title',
    })
  })

  test('uses the active default equipment of the sport unless other equipment is given', async () => {
    const { record, send } = await startWorkoutServer()
    const make = async (label: string, equipment_type_id: number, is_active: boolean) => {
      const json = { label, equipment_type_id, is_active, default_for_sport_ids: [1] }
      const { body } = await send('POST', '/api/equipments', { json })
      return body.data.equipments[0].id
    }
    const bike = await make('Bike', 2, true)
    await make('Shoes', 1, false)
    const labels = async (data: object) => {
      const { equipments } = await record('ride.gpx', ride, data)
      return equipments.map(({ label }: { label: string }) => label)
    }
    expect(await labels({})).toEqual(['Bike'])
    expect(await labels({ equipment_ids: [] })).toEqual([])
    expect(await labels({ equipment_ids: [bike], sport_id: 2 })).toEqual(['Bike'])
    expect(await labels({ sport_id: 2 })).toEqual([])
  })

  test('hides pauses, heart rate and files of a public workout from others', async () => {
    const { record, call } = await startWorkoutServer()
    const { id } = await record('ride.gpx', ride, { workout_visibility: 'public', notes: 'secret' })
    const { body } = await call('GET', `${PATH}/${id}`)
    const [workout] = body.data.workouts
    expect(workout).toMatchObject({
      ...{ analysis_visibility: 'private', map_visibility: 'private', ave_hr: null, max_hr: null },
      ...{ bounds: [], map: null, max_alt: null, min_alt: null, notes: null, segments: [] },
      ...{ original_file: null, with_analysis: false, with_file: false, with_geometry: false },
      ...{ ascent: 59, ave_speed: 42.66, ave_power: 180 },
    })
    for (const key of ['elevation_data_source', 'suspended_at', 'suspension'])
      expect(workout).not.toHaveProperty(key)
  })
})

describe('POST /api/workouts/{id}/refresh', () => {
  test('requires a token, returns 404 before 403, and requires a recording', async () => {
    const server = await startWorkoutServer()
    const { id } = await server.enter({ workout_visibility: 'public' })
    const refresh = `${PATH}/${id}/refresh`
    expect((await server.call('POST', refresh)).status).toBe(401)
    expect((await server.send('POST', `${PATH}/zz/refresh`)).body).toEqual({
      data: { workouts: [] },
      message: 'not found',
      status: 'not found',
    })
    expect(await server.send('POST', refresh)).toMatchObject({
      status: 400,
      body: { message: 'workout without original file', status: 'error' },
    })
  })

  test("applies the current preferences and preserves the user's texts", async () => {
    const { record, send, ctx, clock } = await startWorkoutServer()
    const spike = samplePoints(60, (index) => (index === 30 ? { lat: 45.0045 } : {}))
    const before = await record('ride.gpx', gpxOf(spike), { title: 'mine', notes: 'note' })
    await ctx.db.updateTable('users').set({ use_raw_gpx_speed: 1 }).execute()
    clock.advance(60_000)
    const { status, body } = await send('POST', `${PATH}/${before.id}/refresh`)
    const [after] = body.data.workouts
    expect(status).toBe(200)
    expect(after.max_speed).toBeGreaterThan(before.max_speed)
    expect(after.segments[0].segment_id).not.toBe(before.segments[0].segment_id)
    expect(after).toEqual({
      ...before,
      max_speed: after.max_speed,
      modification_date: 'Sat, 14 Mar 2026 12:01:00 GMT',
      records: after.records,
      segments: after.segments,
    })
    const ms = after.records.find((one: { record_type: string }) => one.record_type === 'MS')
    expect(ms.value).toBe(after.max_speed)
  })

  test('returns an error when the file is missing', async () => {
    const { record, send, ctx } = await startWorkoutServer()
    const { id } = await record('ride.gpx', ride)
    await ctx.files.removeFolder('workouts')
    expect(await send('POST', `${PATH}/${id}/refresh`)).toMatchObject({
      status: 500,
      body: { message: 'error when opening original file', status: 'error' },
    })
  })
})

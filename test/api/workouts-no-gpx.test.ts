import { describe, expect, test } from 'bun:test'
import { startServer } from '../support/client'
import { startEquipmentServer } from '../support/equipments'
import { aSuspendedUser, aUser } from '../support/factories'

const PATH = '/api/workouts/no_gpx'
const ride = { sport_id: 1, duration: 3600, distance: 20, workout_date: '2024-02-10 09:30' }
const invalidPayload = { message: 'invalid payload', status: 'error' }
const overLimits = {
  message: 'one or more values, entered or calculated, exceed the limits',
  status: 'error',
}
const badClimbs = { message: 'invalid ascent or descent', status: 'invalid' }

/** Creates a manual workout as a new user. */
async function enter(changes: object, user = {}) {
  const { call, ctx } = startServer()
  const as = await aUser(ctx, user)
  return call('POST', PATH, { as, json: { ...ride, ...changes } })
}

describe('POST /api/workouts/no_gpx', () => {
  test('checks the token before the body', async () => {
    const { call } = startServer()
    expect((await call('POST', PATH, { json: {} })).status).toBe(401)
  })

  test('rejects suspended accounts', async () => {
    const { call, ctx } = startServer()
    const as = await aSuspendedUser(ctx)
    expect((await call('POST', PATH, { as, json: ride })).status).toBe(403)
  })

  test('returns the whole workout', async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx, { username: 'ann' })
    const { status, body } = await call('POST', PATH, { as, json: ride })
    const [{ id, records, ...workout }] = body.data.workouts
    expect(status).toBe(201)
    expect(body.status).toBe('created')
    expect(id).toMatch(/^[2-9A-HJ-NP-Za-km-z]{22}$/)
    expect(workout).toEqual({
      analysis_visibility: 'private',
      ascent: null,
      ave_cadence: null,
      ave_hr: null,
      ave_pace: null,
      ave_power: null,
      ave_speed: 20,
      best_pace: null,
      bounds: [],
      calories: null,
      creation_date: 'Sat, 14 Mar 2026 12:00:00 GMT',
      descent: null,
      description: null,
      distance: 20,
      duration: '1:00:00',
      elevation_data_source: 'file',
      equipments: [],
      excluded_from_records: false,
      liked: false,
      likes_count: 0,
      map: null,
      map_visibility: 'private',
      media_attachments: [],
      media_visibility: 'private',
      max_alt: null,
      max_cadence: null,
      max_hr: null,
      max_power: null,
      max_speed: 20,
      min_alt: null,
      modification_date: null,
      moving: '1:00:00',
      next_workout: null,
      notes: null,
      original_file: null,
      pauses: null,
      previous_workout: null,
      segments: [],
      source: null,
      sport_id: 1,
      suspended: false,
      suspended_at: null,
      title: 'Cycling (Sport) - 2024-02-10 09:30:00',
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
      with_analysis: false,
      with_file: false,
      with_geometry: false,
      workout_date: 'Sat, 10 Feb 2024 08:30:00 GMT',
      workout_visibility: 'private',
    })
    const records_ = records.map(
      ({ record_type, value }: { record_type: string; value: unknown }) => [record_type, value],
    )
    expect(records_).toEqual([
      ['AS', 20],
      ['FD', 20],
      ['LD', '1:00:00'],
      ['MS', 20],
    ])
  })

  test.each([1e-300, 5e-324])('treats a distance of %p km as no movement', async (distance) => {
    const { status, body } = await enter({ distance, duration: 3600 })
    expect(status).toBe(201)
    expect(body.data.workouts[0]).toMatchObject({ distance: 0, ave_speed: 0 })
  })

  test('distinguishes empty values from missing ones', async () => {
    const nothing = { title: '', notes: '', description: '', calories: 0 }
    const { body } = await enter(nothing)
    expect(body.data.workouts[0]).toMatchObject({
      title: 'Cycling (Sport) - 2024-02-10 09:30:00',
      notes: '',
      description: null,
      calories: 0,
    })
  })

  test('sets a modification date if the workout is visible to others and has default equipment', async () => {
    const { send } = await startEquipmentServer()
    const { body } = await send('POST', '/api/equipments', { label: 'Bike', equipment_type_id: 2 })
    const [{ id }] = body.data.equipments
    const modified = async (entry: object) => {
      const answer = await send('POST', PATH, { ...ride, ...entry })
      return answer.body.data.workouts[0].modification_date
    }
    expect(await modified({ equipment_ids: [id] })).toBeNull()
    const shown = { workout_visibility: 'public' }
    expect(await modified(shown)).toBeNull()
    const both = { equipment_ids: [id], workout_visibility: 'followers_only' }
    expect(await modified(both)).toBe('Sat, 14 Mar 2026 12:00:00 GMT')
    await send('PATCH', '/api/auth/profile/edit/sports', { sport_id: 1, is_active: true })
    expect(await modified(shown)).toBe('Sat, 14 Mar 2026 12:00:00 GMT')
    expect(await modified({ ...shown, equipment_ids: [] })).toBeNull()
  })

  test('stores all possible values', async () => {
    const { body } = await enter({
      title: 'Evening ride',
      notes: 'secret notes',
      description: 'nice <b>ride</b>',
      ascent: 250,
      descent: 240.5,
      calories: 640.5,
      workout_visibility: 'public',
      distance: 32.125,
      duration: 5025,
    })
    expect(body.data.workouts[0]).toMatchObject({
      title: 'Evening ride',
      notes: 'secret notes',
      description: 'nice <b>ride</b>',
      ascent: 250,
      descent: 240.5,
      calories: 641,
      workout_visibility: 'public',
      analysis_visibility: 'private',
      map_visibility: 'private',
      ave_speed: 23.01,
      duration: '1:23:45',
    })
  })

  test('ignores keys of FitTrackee 1.3, and names the missing ones', async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    const made = await call('POST', PATH, { as, json: { ...ride, media_ids: [] } })
    expect([made.status, made.headers.get('x-ignored-keys')]).toEqual([201, 'media_ids'])
    const { errors } = await call('POST', PATH, { as, json: { sport_id: 1, duration: 60 } })
    expect(errors).toEqual([
      { key: 'workout_date', problem: 'missing or invalid' },
      { key: 'distance', problem: 'missing or invalid' },
    ])
  })

  test.each([
    [{}],
    [{ ...ride, sport_id: undefined }],
    [{ ...ride, sport_id: 0 }],
    [{ ...ride, duration: undefined }],
    [{ ...ride, duration: 0 }],
    [{ ...ride, distance: undefined }],
    [{ ...ride, distance: 0 }],
    [{ ...ride, workout_date: undefined }],
    [{ ...ride, workout_date: '' }],
    [{ ...ride, workout_visibility: 'everyone' }],
    [{ ...ride, nonsense: 1 }],
    [{ ...ride, title: 5 }],
    [{ ...ride, duration: -60 }],
    [{ ...ride, duration: 0.5 }],
    [{ ...ride, distance: -1 }],
    [{ ...ride, calories: -1 }],
    [{ ...ride, sport_id: true }],
    [[]],
    [null],
  ])('rejects the payload %j', async (json) => {
    const { call, ctx } = startServer()
    const answer = await call('POST', PATH, { as: await aUser(ctx), json })
    expect(answer).toMatchObject({ status: 400, body: invalidPayload })
  })

  test.each([999, 'abc', 1.5, '9999999999999999999'])(
    'rejects the unknown sport %p',
    async (sport_id) => {
      const answer = await enter({ sport_id, ascent: 1, workout_date: 'never' })
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({
        message: `Sport id: ${sport_id} does not exist`,
        status: 'invalid',
      })
    },
  )

  test.each([
    { ascent: 100 },
    { descent: 100 },
    { ascent: null, descent: 1 },
    { ascent: -1, descent: 1 },
    { ascent: 'high', descent: 1 },
  ])('requires ascent and descent together: %j', async (climbs) => {
    const answer = await enter({ ...climbs, workout_date: 'never' })
    expect(answer).toMatchObject({ status: 400, body: badClimbs })
  })

  test.each(['10/02/2024', '2024-02-10 09:30:00', '2024-02-30 09:30', 20240210])(
    'rejects the date %p',
    async (workout_date) => {
      const answer = await enter({ workout_date, distance: 'far' })
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({ message: 'invalid format for workout date', status: 'error' })
    },
  )

  test.each([{ distance: 'far' }, { duration: '3600' }, { duration: true }, { calories: 'many' }])(
    'rejects the number in %j',
    async (changes) => {
      const answer = await enter({ ...changes, equipment_ids: ['unknown'] })
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({ message: 'Error during workout save.', status: 'fail' })
    },
  )

  test.each([
    { distance: 999.91 },
    { distance: 900, duration: 2 },
    { duration: 2_147_483_648 },
    { ascent: 100_000, descent: 0 },
    { ascent: 0, descent: 100_000 },
    { calories: 2_147_483_648 },
  ])('rejects %j, which exceeds the limits', async (changes) => {
    expect(await enter(changes)).toMatchObject({ status: 400, body: overLimits })
  })

  test('checks equipment last', async () => {
    const answer = await enter({ equipment_ids: ['unknown'] })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      equipment_id: 'unknown',
      message: 'equipment with id unknown does not exist',
      status: 'not_found',
    })
  })

  test('accepts a sport id as a string and fractions of seconds', async () => {
    const { body } = await enter({ sport_id: '5', duration: 3000.9, distance: 10 })
    expect(body.data.workouts[0]).toMatchObject({
      ave_pace: '0:05:00',
      ave_speed: null,
      best_pace: '0:05:00',
      duration: '0:50:00',
      sport_id: 5,
    })
  })

  test('includes whole days in the duration', async () => {
    const { body } = await enter({ duration: 90_061, distance: 200 })
    expect(body.data.workouts[0]).toMatchObject({ ave_speed: 7.99, duration: '25:01:01' })
  })

  test('formats days separately in the FitTrackee dialect', async () => {
    const { call, ctx } = startServer()
    const { body } = await call('POST', PATH, {
      as: await aUser(ctx),
      json: { ...ride, duration: 90_061 },
      headers: { 'x-api-dialect': 'fittrackee' },
    })
    expect(body.data.workouts[0].duration).toBe('1 day, 1:01:01')
  })

  test("reads the date in the user's time zone, with skipped times at the standard offset", async () => {
    const tokyo = await enter({}, { timezone: 'Asia/Tokyo' })
    expect(tokyo.body.data.workouts[0].workout_date).toBe('Sat, 10 Feb 2024 00:30:00 GMT')
    const skipped = await enter({ workout_date: '2024-03-31 02:30' })
    expect(skipped.body.data.workouts[0]).toMatchObject({
      title: 'Cycling (Sport) - 2024-03-31 03:30:00',
      workout_date: 'Sun, 31 Mar 2024 01:30:00 GMT',
    })
  })

  test('truncates texts that are too long', async () => {
    const { body } = await enter({
      title: '🚲'.repeat(300),
      notes: 'n'.repeat(600),
      description: 'd'.repeat(10_001),
    })
    const [{ title, notes, description }] = body.data.workouts
    expect([...title]).toHaveLength(255)
    expect(notes).toHaveLength(500)
    expect(description).toHaveLength(10_000)
  })

  test('uses the visibility that the user prefers', async () => {
    const { body } = await enter({}, { workouts_visibility: 'followers_only' })
    expect(body.data.workouts[0].workout_visibility).toBe('followers_only')
  })

  test('allows two workouts to start at the same time', async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    const first = await call('POST', PATH, { as, json: ride })
    const second = await call('POST', PATH, { as, json: ride })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.data.workouts[0]).toMatchObject({
      next_workout: first.body.data.workouts[0].id,
      previous_workout: first.body.data.workouts[0].id,
    })
  })
})

import { describe, expect, test } from 'bun:test'
import { aUser } from '../support/factories'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { igcOf, polarXmlOf, smlOf } from '../support/tracks/watches'
import { startWorkoutServer } from '../support/workouts'

const points = samplePoints(60)
const ride = gpxOf(points)
const part = ride.slice(0, ride.indexOf(String(points[40]?.lat)))
const OVER_LIMITS = 'one or more values, entered or calculated, exceed the limits'
const line = gpxOf(points.map(({ time: _, ...rest }) => rest))

describe('POST /api/workouts with an imperfect recording', () => {
  test('returns warnings to the owner only', async () => {
    const { record, get, user, ctx } = await startWorkoutServer({ workouts_visibility: 'public' })
    const odd = gpxOf(samplePoints(60, (index) => (index === 3 ? { hr: 'n/a' } : {})))
    const workout = await record('ride.gpx', odd)
    const warnings = [{ kind: 'values_ignored', count: 1 }]
    expect(workout.import_warnings).toEqual(warnings)
    const path = `/api/workouts/${workout.id}`
    const own = await get(path)
    expect(own.body.data.workouts[0].import_warnings).toEqual(warnings)
    const other = await get(path, { as: await aUser(ctx, { username: 'other' }) })
    expect(other.body.data.workouts[0].id).toBe(workout.id)
    expect(other.body.data.workouts[0]).not.toHaveProperty('import_warnings')
    expect(await record('ride.gpx', ride)).not.toHaveProperty('import_warnings')
    expect(user.username).not.toBe('other')
  })

  test('rejects a truncated file, reports what is readable, and accepts it on request', async () => {
    const { upload, send } = await startWorkoutServer()
    const { status, body } = await upload('ride.gpx', part)
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        message: 'error when parsing gpx file',
        remedy: {
          code: 'incomplete_file',
          points: 40,
          until: '2024-05-04T08:00:39.000Z',
          text: 'the file ends in the middle: 40 points are there, until 2024-05-04T08:00:39.000Z; accept_partial reads them',
        },
        status: 'error',
      },
    })
    const accepted = await upload('ride.gpx', part, { accept_partial: true })
    expect(accepted.status).toBe(201)
    const [workout] = accepted.body.data.workouts
    expect(workout).toMatchObject({
      duration: '0:00:39',
      import_warnings: [{ kind: 'part_only', count: 1 }],
    })
    const refreshed = await send('POST', `/api/workouts/${workout.id}/refresh`)
    expect(refreshed.body.data.workouts[0]).toMatchObject({ duration: '0:00:39' })
  })

  test('accepts the missing details as form fields as well', async () => {
    const { call, user } = await startWorkoutServer()
    const send = (content: string, fields: Record<string, string>) => {
      const body = new FormData()
      body.set('file', new File([content], 'ride.gpx'))
      body.set('data', '{"sport_id": 1}')
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      return call('POST', '/api/workouts', { as: user, body })
    }
    expect((await send(part, { accept_partial: 'true' })).status).toBe(201)
    expect((await send(part, { accept_partial: 'false' })).status).toBe(400)
    const dated = { workout_date: '2024-05-04 10:00', duration: '600' }
    expect((await send(line, dated)).status).toBe(201)
    expect((await send(line, { ...dated, duration: 'long' })).body).toEqual({
      message: 'invalid payload',
      status: 'error',
    })
  })

  test('creates a workout with a map from a track without times when date and duration are given', async () => {
    const { upload, get } = await startWorkoutServer({ timezone: 'Europe/Paris' })
    const refused = await upload('line.gpx', line)
    expect(refused.body).toEqual({
      message: '<time> is missing in gpx file',
      remedy: {
        code: 'times_missing',
        text: 'the file has no times: give the date (workout_date) and the duration of the workout',
      },
      status: 'error',
    })
    for (const half of [{ duration: 600 }, { workout_date: '2024-05-04 10:00' }])
      expect((await upload('line.gpx', line, half)).status).toBe(400)
    for (const [workout_date, duration, message] of [
      ['2024-05-04 10:00', 0.9, 'invalid payload'],
      ['2024-05-04 10:00', 2_147_483_648, OVER_LIMITS],
      ['2024-05-04 10:00', 1e300, OVER_LIMITS],
      ['9999-12-31 23:59', 7200, OVER_LIMITS],
    ] as const)
      expect(await upload('line.gpx', line, { workout_date, duration })).toMatchObject({
        status: 400,
        body: { message },
      })
    const given = { workout_date: '2024-05-04 10:00', duration: 600 }
    const { status, body } = await upload('line.gpx', line, given)
    expect(status).toBe(201)
    const [workout] = body.data.workouts
    expect(workout).toMatchObject({
      workout_date: 'Sat, 04 May 2024 08:00:00 GMT',
      duration: '0:10:00',
      import_warnings: [{ kind: 'times_given', count: 1 }],
      with_geometry: true,
    })
    const geojson = await get(`/api/workouts/${workout.id}/geojson`)
    expect(geojson.status).toBe(200)
  })

  test('accepts formats of flights and watches, and returns the originals', async () => {
    const { record, call, user } = await startWorkoutServer()
    for (const [name, text] of [
      ['flight.igc', igcOf(points)],
      ['move.sml', smlOf(points, 'sml')],
      ['exercise.xml', polarXmlOf([100, 110, 120])],
    ] as const) {
      const workout = await record(name, text)
      expect(workout.original_file).toBe(name.split('.').at(-1))
      const original = await call('GET', `/api/workouts/${workout.id}/original/download`, {
        as: user,
      })
      expect(original.status).toBe(200)
    }
  })
})

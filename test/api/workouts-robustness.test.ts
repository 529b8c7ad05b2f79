import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { runs } from '../support/properties'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { startWorkoutServer } from '../support/workouts'

const PARAMETERS = [
  ...['page', 'per_page', 'sport_id', 'title', 'notes', 'description', 'from', 'to', 'order'],
  ...['distance_from', 'distance_to', 'duration_from', 'duration_to', 'order_by', 'radius'],
  ...['ave_speed_from', 'ave_speed_to', 'max_speed_from', 'max_speed_to', 'coordinates'],
  ...['ave_pace_from', 'ave_pace_to', 'max_pace_from', 'max_pace_to', 'equipment_id'],
  ...['workout_visibility', 'return_equipments', 'with_statistics', 'sport_ids'],
]

/** Values that are almost valid, and arbitrary ones. */
const value = fc.oneof(
  fc.constantFrom(
    ...['0', '-1', '1e400', '9'.repeat(30), 'NaN', 'Infinity', 'true', 'none', '%', '\\', "'"],
    ...['2024-02-30', '0001-01-01', '9999-12-31', '23:59', '99:99', '0:00', '90,180', '-90,-180'],
    ...['45,6', '45,6,7', ',', '\u0000', '\ud800', '🚲'],
  ),
  fc.string({ unit: 'binary' }),
)

const queries = fc.array(fc.tuple(fc.constantFrom(...PARAMETERS), value), { maxLength: 4 })

const KEYS = [
  ...['sport_id', 'title', 'description', 'notes', 'equipment_ids', 'workout_visibility'],
  ...['analysis_visibility', 'map_visibility', 'elevation_data_source', 'ascent', 'descent'],
  ...['distance', 'duration', 'workout_date', 'calories', '__proto__', 'nonsense'],
]

const bodies = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(
    fc.constantFrom(...KEYS),
    fc.oneof(
      fc.constantFrom(0, 1, 5, -1, 1e300, 0.001, '5', 'private', '2024-02-10 09:30', '', null),
      fc.jsonValue(),
    ),
  ),
)

describe('arbitrary input', () => {
  test('to lists is accepted or rejected', async () => {
    const { get, enter, record } = await startWorkoutServer()
    await enter()
    await record('ride.gpx', gpxOf(samplePoints(5)))
    const path = fc.constantFrom('', '/collection', '/global-map', '/lines')
    await fc.assert(
      fc.asyncProperty(path, queries, async (list, pairs) => {
        const query = new URLSearchParams(pairs)
        const { status } = await get(`/api/workouts${list}?${query}`)
        expect([200, 400]).toContain(status)
      }),
      runs(400),
    )
  })

  test('for new workouts is accepted or rejected', async () => {
    const { send } = await startWorkoutServer()
    const base = { sport_id: 1, duration: 60, distance: 1, workout_date: '2024-02-10 09:30' }
    await fc.assert(
      fc.asyncProperty(bodies, async (json) => {
        const whole = typeof json === 'object' && json !== null ? { ...base, ...json } : json
        const { status } = await send('POST', '/api/workouts/no_gpx', { json: whole })
        expect([201, 400]).toContain(status)
      }),
      runs(200),
    )
  })

  const SENSORS = ['ele', 'hr', 'cadence', 'power'] as const
  test.each(SENSORS)('as the number %s of a recording is stored or rejected', async (sensor) => {
    const { upload, get } = await startWorkoutServer()
    for (const number of ['-5', '1e300', '-1e300', '3000000000', '9'.repeat(19), '9'.repeat(30)]) {
      const points = samplePoints(5, () => ({ [sensor]: number }))
      const { status, body } = await upload('ride.gpx', gpxOf(points))
      expect([201, 400]).toContain(status)
      const ids: string[] = (body.data?.workouts ?? []).map(({ id }: { id: string }) => id)
      for (const path of ids.flatMap((id) => ['analysis', 'load'].map((part) => `${id}/${part}`)))
        expect((await get(`/api/workouts/${path}`)).status).toBe(200)
    }
  })

  test('for changes to workouts is accepted or rejected', async () => {
    const { send, enter, record } = await startWorkoutServer()
    const ids = [(await enter()).id, (await record('ride.gpx', gpxOf(samplePoints(5)))).id]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ids), bodies, async (id, json) => {
        const { status } = await send('PATCH', `/api/workouts/${id}`, { json })
        expect([200, 400]).toContain(status)
      }),
      runs(200),
    )
  })

  test('as the id of a workout or segment is at most unknown', async () => {
    const { send } = await startWorkoutServer()
    const id = fc.oneof(value, fc.constantFrom('zz', '0', 'collection', 'map', '2'.repeat(400)))
    const ends = ['', '/geojson', '/chart_data', '/gpx/download', '/likes', '/geojson/segment/0']
    await fc.assert(
      fc.asyncProperty(id, fc.constantFrom(...ends), async (one, end) => {
        fc.pre(one.isWellFormed() && one !== '' && !/^[.\s]+$/.test(one))
        const { status } = await send('GET', `/api/workouts/${encodeURIComponent(one)}${end}`)
        expect([200, 404]).toContain(status)
      }),
      runs(200),
    )
  })
})

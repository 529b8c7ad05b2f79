import { describe, expect, test } from 'bun:test'
import { aSuspendedUser, aUser } from '../support/factories'
import { gpxOf } from '../support/tracks/gpx'
import { type SamplePoint, samplePoints } from '../support/tracks/points'
import { aFollow, startWorkoutServer } from '../support/workouts'

const NOBODY = '2AXUtXDfi8HwaAHdf6BDaa'
const DEGREE = 111_319.49079327358
const METRES_PER_SECOND = 2.5

/** On the equator at 2.5 m/s, with a point every 5 s and a rise of 0.5 m each. */
const partAt = (hour: number, points: number, metre = 0): SamplePoint[] =>
  samplePoints(points, (i) => ({
    lat: 0,
    lon: ((metre + i * 5 * METRES_PER_SECOND) / DEGREE).toFixed(9),
    ele: 100 + i * 0.5,
    time: new Date(Date.UTC(2024, 5, 1, hour, 0, i * 5)).toISOString(),
    hr: 150,
    cadence: 80,
    power: 200,
  }))

/** 1,500 m in ten minutes, a pause of fifty minutes, then 1,500 m. */
async function twoParts(data: object = {}) {
  const server = await startWorkoutServer()
  const recording = gpxOf(partAt(10, 121), partAt(11, 121, 1500))
  const workout = await server.record('two.gpx', recording, { sport_id: 5, ...data })
  return { ...server, workout, path: `/api/workouts/${workout.id}/analysis` }
}

const unseen = { data: { analysis: null }, message: 'workout not found', status: 'not found' }

describe('GET /api/workouts/{id}/analysis', () => {
  test('returns 404 for unknown workouts and those the caller may not see', async () => {
    const { get, call, ctx, path } = await twoParts()
    expect(await get(`/api/workouts/${NOBODY}/analysis`)).toMatchObject({
      status: 404,
      body: unseen,
    })
    expect(await call('GET', path)).toMatchObject({ status: 404, body: unseen })
    expect((await get(path, { as: await aUser(ctx) })).status).toBe(404)
    expect((await get(path, { as: await aSuspendedUser(ctx) })).status).toBe(403)
  })

  test('follows the visibility of the analysis', async () => {
    const levels = { workout_visibility: 'public', analysis_visibility: 'followers_only' }
    const { get, path, ctx, user } = await twoParts(levels)
    const as = await aUser(ctx)
    expect((await get(path, { as })).status).toBe(404)
    await aFollow(ctx, as, user)
    expect((await get(path, { as })).status).toBe(200)
  })

  test('returns 404 without a recording', async () => {
    const { get, enter } = await startWorkoutServer()
    const { id } = await enter()
    expect((await get(`/api/workouts/${id}/analysis`)).status).toBe(404)
  })

  test('splits the workout by kilometres and miles', async () => {
    const { get, path } = await twoParts()
    const { splits } = (await get(path)).body.data.analysis
    expect(Object.keys(splits)).toEqual(['km', 'mile'])
    expect(splits.km).toHaveLength(3)
    const [first, second] = splits.km
    expect(first).toMatchObject({
      ...{ distance: 1, start: 0, duration: 400, moving: 400 },
      ...{ ascent: 40, descent: 0, ave_hr: 150, ave_cadence: 160 },
    })
    // Running has no power in this catalogue.
    expect(first).not.toHaveProperty('ave_power')
    expect(second.duration - second.moving).toBeCloseTo(3000, 5)
    const moving = splits.mile.reduce(
      (sum: number, part: { moving: number }) => sum + part.moving,
      0,
    )
    expect(moving).toBeCloseTo(1200, 0)
  })

  test('also splits water sports by hundreds of metres', async () => {
    const { get, path } = await twoParts({ sport_id: 16 })
    const { splits, efforts } = (await get(path)).body.data.analysis
    expect(splits.hundred_metres).toHaveLength(30)
    // Water sports have no elevation.
    expect(splits.km[0]).not.toHaveProperty('ascent')
    expect(efforts.map(({ kind }: { kind: string }) => kind)).not.toContain('climbing')
  })

  test('lists pauses and best efforts', async () => {
    const { get, path } = await twoParts({ sport_id: 1 })
    const { pauses, efforts } = (await get(path)).body.data.analysis
    expect(pauses).toEqual([{ start: 600, duration: 3000, distance: 1.5, recorded: false }])
    const bests = new Map(
      efforts.map((each: { kind: string; target: number; value: number }) => [
        `${each.kind} ${each.target}`,
        each.value,
      ]),
    )
    expect(bests.get('distance 1000')).toBe(400)
    expect(bests.get('distance 1609.344')).toBeCloseTo(3643.7, 1)
    expect(bests.get('power 60')).toBe(200)
    expect(bests.get('heart_rate 60')).toBe(150)
    // A minute of this climb cannot be distinguished from the drift of elevations.
    expect(bests.has('climbing 60')).toBe(false)
    expect(bests.get('climbing 600')).toBe(360)
  })

  test('returns climbs and the equivalent distance on level ground', async () => {
    const { get, path } = await twoParts()
    const { climbs, splits } = (await get(path)).body.data.analysis
    // A climb of 4 % for 1.5 km, twice: after the pause it starts at the same elevation as the first.
    expect(climbs).toHaveLength(2)
    expect(climbs[0]).toMatchObject({
      ...{ start: 0, duration: 600, from: 0, distance: 1.5, gain: 60 },
      ...{ gradient: 4, max_gradient: 4, vam: 360, category: 'none' },
    })
    expect(splits.km[0].level_distance).toBeGreaterThan(1.2)
    const cycling = await twoParts({ sport_id: 1 })
    const parts = (await cycling.get(cycling.path)).body.data.analysis.splits
    expect(parts.km[0]).not.toHaveProperty('level_distance')
  })

  test('returns no climbs for water sports', async () => {
    const { get, path } = await twoParts({ sport_id: 16 })
    expect((await get(path)).body.data.analysis.climbs).toEqual([])
  })

  test('returns heart rates only to callers who may see them', async () => {
    const levels = { workout_visibility: 'public', analysis_visibility: 'public' }
    const { get, path, ctx } = await twoParts(levels)
    const as = await aUser(ctx)
    const { splits, efforts } = (await get(path, { as })).body.data.analysis
    expect(splits.km[0]).not.toHaveProperty('ave_hr')
    expect(efforts.map(({ kind }: { kind: string }) => kind)).not.toContain('heart_rate')
  })

  test("uses the owner's threshold for stopped speed", async () => {
    const { get, call, path, user } = await twoParts()
    await get(path)
    const preference = { sport_id: 5, stopped_speed_threshold: 20 }
    await call('POST', '/api/auth/profile/edit/sports', { as: user, json: preference })
    const { splits } = (await get(path)).body.data.analysis
    expect(splits.km[0].moving).toBe(0)
  })
})

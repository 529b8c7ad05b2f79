import { describe, expect, test } from 'bun:test'
import { reverseGpx, rideOn } from '../support/assign-courses'
import { aUser } from '../support/factories'
import { aFollow, startWorkoutServer } from '../support/workouts'

const levels = (map: string, analysis = 'public') => ({
  workout_visibility: 'public',
  analysis_visibility: analysis,
  map_visibility: map,
})

async function startComparing() {
  const server = await startWorkoutServer()
  const ride = (gpx: string, data: object = {}) => server.record('ride.gpx', gpx, data)
  const compare = (ids: readonly string[], more: object = {}) =>
    server.get(`/api/workouts/compare?ids=${ids.join()}`, more)
  return { ...server, ride, compare }
}

const known = (column: readonly (number | null)[] | null) =>
  (column ?? []).filter((value) => value !== null)

describe('GET /api/workouts/compare', () => {
  test('requires two to six workouts that the caller may see', async () => {
    const { compare, enter, get } = await startComparing()
    const ids: string[] = []
    for (let day = 1; day <= 7; day++)
      ids.push((await enter({ workout_date: `2024-05-0${day} 10:00` })).id)
    expect((await get('/api/workouts/compare')).status).toBe(400)
    expect((await compare(ids.slice(0, 1))).status).toBe(400)
    expect((await compare([ids[0] ?? '', ids[0] ?? ''])).status).toBe(400)
    expect((await compare(ids)).status).toBe(400)
    expect((await compare([ids[0] ?? '', 'unknown'])).status).toBe(404)
    expect((await compare(ids.slice(0, 6))).status).toBe(200)
  })

  test('compares workouts on the same course by place, with the gap', async () => {
    const { compare, ride } = await startComparing()
    const slow = await ride(rideOn(1, 1, { speed: 20, withHeartRate: true }))
    const fast = await ride(rideOn(1, 2, { speed: 25, withHeartRate: true }))
    const { body } = await compare([slow.id, fast.id])
    const { distance, workouts } = body.data.comparison
    const [one, other] = workouts
    expect([one.workout.id, other.workout.id]).toEqual([slow.id, fast.id])
    expect([one.at_places, other.at_places, one.gap]).toEqual([true, true, null])
    expect(distance.at(-1)).toBeCloseTo(slow.distance, 1)
    for (const column of ['travelled', 'elapsed', 'speed', 'elevation', 'hr'])
      expect(other[column]).toHaveLength(distance.length)
    // The same hills: a rider who is a fifth slower loses a fifth of the time.
    const end = known(other.gap).at(-1) ?? 0
    const lead = (known(other.elapsed).at(-1) ?? 0) - (known(one.elapsed).at(-1) ?? 0)
    expect(Math.abs(end - lead)).toBeLessThan(15)
    expect(lead).toBeLessThan(-60)
    const speeds = known(one.speed).toSorted((a, b) => a - b)
    expect(speeds[0]).toBeGreaterThan(0)
    expect(speeds[speeds.length >> 1]).toBeGreaterThan(slow.ave_speed / 2)
    expect(speeds.at(-1)).toBeLessThan(4 * slow.ave_speed)
    expect(one.line.latitude).toHaveLength(one.line.longitude.length)
  })

  test('compares workouts on different courses by distance, without a gap', async () => {
    const { compare, ride } = await startComparing()
    const one = await ride(rideOn(1, 1))
    const longer = await ride(rideOn(2, 2, { kilometres: 9 }))
    const back = await ride(reverseGpx(rideOn(1, 3)))
    const { body } = await compare([one.id, longer.id, back.id])
    const { distance, workouts } = body.data.comparison
    expect(distance.at(-1)).toBeCloseTo(longer.distance, 1)
    expect(workouts[2].at_places).toBe(false)
    expect(workouts[1]).toMatchObject({ at_places: false, gap: null, travelled: distance })
    // The shorter one has no values beyond its end.
    expect(known(workouts[0].speed).length).toBeLessThan(distance.length)
  })

  test('returns at most a thousand places, and none for a workout without a recording', async () => {
    const { compare, enter, ride } = await startComparing()
    const long = await ride(rideOn(1, 1, { kilometres: 40 }))
    const byHand = await enter()
    const { comparison } = (await compare([byHand.id, long.id])).body.data
    expect(comparison.distance.length).toBeLessThanOrEqual(1000)
    expect(comparison.distance.length).toBeGreaterThan(900)
    expect(comparison.workouts[0]).toMatchObject({
      ...{ at_places: false, gap: null, travelled: null, elapsed: null, speed: null },
      ...{ elevation: null, hr: null, cadence: null, power: null, line: null },
    })
    expect(comparison.workouts[1].line.latitude.length).toBeLessThanOrEqual(1000)
  })

  test('returns what the caller may see of each workout, and no places of a hidden map', async () => {
    const { ctx, user, compare, ride, send } = await startComparing()
    const [follower, stranger] = [await aUser(ctx, {}), await aUser(ctx, {})]
    await aFollow(ctx, follower, user)
    const one = await ride(rideOn(1, 1, { withHeartRate: true }), levels('public'))
    const other = await ride(rideOn(1, 2, { withHeartRate: true }), levels('followers_only'))
    const seen = async (as: typeof follower, ids = [one.id, other.id]) => {
      const { body, status } = await compare(ids, { as })
      if (status !== 200) return status
      const { workouts } = body.data.comparison
      return workouts.map(
        (column: Record<string, unknown>) =>
          ['gap', 'line', 'hr', 'speed'].filter((name) => column[name] !== null).join(' ') +
          (column.at_places ? ' at places' : ''),
      )
    }
    expect(await seen(user)).toEqual(['line hr speed at places', 'gap line hr speed at places'])
    expect(await seen(follower)).toEqual(['line speed at places', 'gap line speed at places'])
    expect(await seen(stranger)).toEqual(['line speed at places', 'speed'])
    // Nor through the gap to the others.
    expect(await seen(stranger, [other.id, one.id])).toEqual(['speed at places', 'line speed'])
    await send('PATCH', `/api/workouts/${other.id}`, { json: levels('private', 'followers_only') })
    expect(await seen(stranger)).toBe(404)
    expect(await seen(follower)).toEqual(['line speed at places', 'speed'])
    await send('PATCH', `/api/workouts/${other.id}`, { json: { workout_visibility: 'private' } })
    expect(await seen(follower)).toBe(404)
  })
})

import { describe, expect, test } from 'bun:test'
import { analyseNext } from '@/use-cases/workouts/measure/analyse-points'
import { aUser } from '../support/factories'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { aFollow, startWorkoutServer } from '../support/workouts'

const METRES_PER_DEGREE = 111_319.49

/** A run of ten minutes along the equator at a speed in m/s, on a day of June 2024. */
const runAt = (speed: number, day: number) =>
  gpxOf(
    samplePoints(121, (i) => ({
      lat: 0,
      lon: ((i * 5 * speed) / METRES_PER_DEGREE).toFixed(9),
      ele: 100,
      time: new Date(Date.UTC(2024, 5, day, 10, 0, i * 5)).toISOString(),
    })),
  )

/** A slow run, and a fast one that ended in a car. */
async function startRunner() {
  const server = await startWorkoutServer()
  const run = (speed: number, day: number) =>
    server.record(`${day}.gpx`, runAt(speed, day), { sport_id: 5, workout_visibility: 'public' })
  const [slow, fast] = [await run(2, 1), await run(9, 2)]
  const edit = (id: string, json: object) => server.send('PATCH', `/api/workouts/${id}`, { json })
  const holders = async (): Promise<string[]> => {
    const { body } = await server.get('/api/records')
    return [
      ...new Set<string>(body.data.records.map((one: { workout_id: string }) => one.workout_id)),
    ]
  }
  const bestKilometre = async (): Promise<string | undefined> => {
    const { body } = await server.get('/api/efforts?sport_id=5')
    const efforts: { kind: string; target: number; workout_id: string }[] = body.data.efforts
    return efforts.find(({ kind, target }) => kind === 'distance' && target === 1000)?.workout_id
  }
  return { ...server, slow, fast, edit, holders, bestKilometre }
}

describe('a workout that is excluded from records', () => {
  test('holds no record and no best effort, and says so to its owner', async () => {
    const { slow, fast, edit, holders, bestKilometre } = await startRunner()
    expect(fast.excluded_from_records).toBe(false)
    expect(await bestKilometre()).toBe(fast.id)
    const { status, body } = await edit(fast.id, { excluded_from_records: true })
    expect(status).toBe(200)
    expect(body.data.workouts[0]).toMatchObject({ excluded_from_records: true, records: [] })
    expect(await holders()).toEqual([slow.id])
    expect(await bestKilometre()).toBe(slow.id)
  })

  test('holds no record in the profile that followers see', async () => {
    const { ctx, user, slow, fast, edit, get } = await startRunner()
    await edit(fast.id, { excluded_from_records: true })
    const follower = await aUser(ctx)
    await aFollow(ctx, follower, user)
    const { body } = await get(`/api/users/${user.username}`, { as: follower })
    const ids = body.data[0].records.map((one: { workout_id: string }) => one.workout_id)
    expect(new Set(ids)).toEqual(new Set([slow.id]))
  })

  test('remains excluded when it is refreshed or analysed again', async () => {
    const { ctx, slow, fast, edit, send, holders, bestKilometre } = await startRunner()
    await edit(fast.id, { excluded_from_records: true })
    expect((await send('POST', `/api/workouts/${fast.id}/refresh`)).status).toBe(200)
    await ctx.db.updateTable('workouts').set({ is_analysed: 0 }).execute()
    await analyseNext(ctx, new Set(), () => false)
    expect(await holders()).toEqual([slow.id])
    expect(await bestKilometre()).toBe(slow.id)
  })

  test('counts again once it is included', async () => {
    const { ctx, fast, edit, holders, bestKilometre } = await startRunner()
    await edit(fast.id, { excluded_from_records: true })
    const { body } = await edit(fast.id, { excluded_from_records: false })
    expect(body.data.workouts[0].excluded_from_records).toBe(false)
    expect(await holders()).toContain(fast.id)
    await analyseNext(ctx, new Set(), () => false)
    expect(await bestKilometre()).toBe(fast.id)
  })

  test('is rejected when the value is not a boolean', async () => {
    const { fast, edit } = await startRunner()
    expect((await edit(fast.id, { excluded_from_records: 'yes' })).status).toBe(400)
  })

  test('does not show other users that it is excluded', async () => {
    const { ctx, fast, edit, get } = await startRunner()
    await edit(fast.id, { excluded_from_records: true })
    const { body } = await get(`/api/workouts/${fast.id}`, { as: await aUser(ctx) })
    expect(body.data.workouts[0]).not.toHaveProperty('excluded_from_records')
  })

  test('is suggested where no human can have been that fast', async () => {
    const { slow, fast, get } = await startRunner()
    const implausible = async (id: string) => {
      const { body } = await get(`/api/workouts/${id}/efforts`)
      return body.data.efforts.filter((one: { implausible?: true }) => one.implausible).length
    }
    expect(await implausible(slow.id)).toBe(0)
    expect(await implausible(fast.id)).toBeGreaterThan(0)
  })
})

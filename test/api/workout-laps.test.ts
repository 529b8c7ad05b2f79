import { describe, expect, test } from 'bun:test'
import { deviceRide } from '../support/device-ride'
import { aUser } from '../support/factories'
import { fitFile, fitTime, lap, poolLength, record } from '../support/tracks/fit'
import { startWorkoutServer } from '../support/workouts'

const START = fitTime('2024-05-04T08:00:00Z')

async function withLaps(bytes: Uint8Array, data: object = {}, changes: object = {}) {
  const server = await startWorkoutServer(changes, { importWithoutGps: true })
  const workout = await server.record('ride.fit', bytes, data)
  const analysis = async (as = server.user) =>
    (await server.get(`/api/workouts/${workout.id}/analysis`, { as })).body.data.analysis
  return { ...server, workout, analysis }
}

const open = { workout_visibility: 'public', analysis_visibility: 'public' }

describe('laps of a workout', () => {
  test('are told as the device tells them, in the units of the other numbers', async () => {
    const { analysis } = await withLaps(deviceRide())
    expect((await analysis()).laps).toEqual([
      {
        ...{ start: 0, duration: 60.5, timer: 59.5, distance: 0.3 },
        ...{ trigger: 'manual', intensity: 'warm_up', calories: 9 },
        ...{ ave_hr: 131, max_hr: 149, ave_power: 210 },
      },
      { start: 61, duration: 59, timer: 59, distance: 0.296, intensity: 'recovery' },
    ])
  })

  test('are none where the device made none', async () => {
    const samples = [0, 1, 2].map((second) =>
      record({ time: START + second, lat: 48 + second * 1e-4, lon: 2 }),
    )
    const { analysis } = await withLaps(fitFile(samples))
    expect(await analysis()).toMatchObject({ laps: [], streams: [] })
  })

  test('tell heart rates and calories only those who may see them', async () => {
    const levels = { hr_visibility: 'private', calories_visibility: 'private' }
    const { analysis, ctx } = await withLaps(deviceRide(), open, levels)
    const [first] = (await analysis(await aUser(ctx))).laps
    expect(Object.keys(first)).not.toContainAnyValues(['ave_hr', 'max_hr', 'calories'])
    expect(first).toMatchObject({ timer: 59.5, ave_power: 210 })
    const shown = { hr_visibility: 'public', calories_visibility: 'private' }
    const other = await withLaps(deviceRide(), open, shown)
    const [seen] = (await other.analysis(await aUser(other.ctx))).laps
    expect(seen).toMatchObject({ ave_hr: 131, max_hr: 149 })
    expect(seen).not.toHaveProperty('calories')
  })

  test('have no power in a sport without it', async () => {
    const { analysis } = await withLaps(deviceRide(), { sport_id: 5 })
    expect((await analysis()).laps[0]).not.toHaveProperty('ave_power')
  })

  test('hold the lengths of a pool with stroke, strokes and SWOLF', async () => {
    const file = fitFile([
      ...[0, 30, 60, 90].map((second) => record({ time: START + second })),
      poolLength(START, 28.5, [0, 14]),
      poolLength(START + 29, 33, [2, 18]),
      poolLength(START + 62, 10, [null, null]),
      lap({ start: START, elapsed: 61.5, timer: 61.5, distance: 50 }, [38, 'enum', 5]),
      lap({ start: START + 62, elapsed: 30, timer: 30, distance: 0 }),
      {
        global: 18,
        fields: [
          [253, 'uint32', START + 92],
          [2, 'uint32', START],
          [44, 'uint16', 2500],
        ],
      },
    ])
    const { analysis } = await withLaps(file, { sport_id: 16 })
    const { laps, pool_length } = await analysis()
    expect(pool_length).toBe(25)
    expect(laps[0]).toMatchObject({ stroke: 'mixed', swolf: 46.8 })
    expect(laps[0].lengths).toEqual([
      { start: 0, duration: 28.5, active: true, stroke: 'freestyle', strokes: 14, swolf: 43 },
      { start: 29, duration: 33, active: true, stroke: 'breaststroke', strokes: 18, swolf: 51 },
    ])
    expect(laps[1].lengths).toEqual([{ start: 62, duration: 10, active: false }])
    expect(laps[1]).not.toHaveProperty('swolf')
  })

  test('go with the recording, and come anew with another one', async () => {
    const { send, workout, analysis, ctx } = await withLaps(deviceRide())
    await send('POST', `/api/workouts/${workout.id}/refresh`)
    expect((await analysis()).laps).toHaveLength(2)
    await send('DELETE', `/api/workouts/${workout.id}`)
    for (const table of ['device_laps', 'segment_streams'] as const)
      expect(await ctx.db.selectFrom(table).selectAll().execute()).toEqual([])
  })
})

import { describe, expect, test } from 'bun:test'
import { fitFile, fitTime, record as sample, session } from '../support/tracks/fit'
import { startWorkoutServer } from '../support/workouts'

const START = fitTime('2024-06-01T08:00:00Z')
const METRE = 1 / 111_320
const fit = fitFile([
  ...Array.from({ length: 61 }, (_, i) =>
    sample({ time: START + i, lat: 45 + 5 * i * METRE, lon: 6, distance: 5.1 * i }),
  ),
  session({ start: START, elapsed: 62, timer: 60, distance: 306, maxSpeed: 5.4, ascent: 3 }),
])

const PREFERENCES = '/api/auth/profile/edit/preferences'

async function started() {
  const server = await startWorkoutServer({}, { measurements: 'device' })
  const prefer = (measurements: string | null) =>
    server.call('POST', PREFERENCES, { as: server.user, json: { measurements } })
  return { ...server, prefer }
}

describe('a workout measured by its device', () => {
  test('has the totals of the device, and the source of each figure', async () => {
    const { record } = await started()
    expect(await record('ride.fit', fit)).toMatchObject({
      ...{ distance: 0.306, duration: '0:01:02', moving: '0:01:00', max_speed: 19.44, ascent: 3 },
      measured_by: { distance: 'device', ascent: 'device', max_speed: 'device' },
      records: expect.arrayContaining([
        expect.objectContaining({ record_type: 'MS', value: 19.44 }),
      ]),
    })
  })

  test('is measured as FitTrackee does once its owner prefers it and refreshes it, and back', async () => {
    const { record, call, user, prefer } = await started()
    const { id } = await record('ride.fit', fit)
    const refresh = async () =>
      (await call('POST', `/api/workouts/${id}/refresh`, { as: user })).body.data.workouts[0]
    await prefer('fittrackee')
    const measured = await refresh()
    expect(measured).toMatchObject({ duration: '0:01:00', distance: 0.3 })
    expect(measured).not.toHaveProperty('measured_by')
    await prefer(null)
    expect(await refresh()).toMatchObject({ distance: 0.306, measured_by: { moving: 'device' } })
  })
})

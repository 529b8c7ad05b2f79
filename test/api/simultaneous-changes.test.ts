import { describe, expect, test } from 'bun:test'
import { rideGpx } from '../support/ride'
import { startWorkoutServer } from '../support/workouts'

/** A server with a recorded public workout, and a hook that runs while its recording is first read. */
async function scene() {
  const server = await startWorkoutServer()
  const { ctx, send, get, record } = server
  const workout = await record('ride.gpx', rideGpx(), { workout_visibility: 'public' })
  const path = `/api/workouts/${workout.id}`
  const edit = async (json: object) => {
    const { status } = await send('PATCH', path, { json })
    expect(status).toBe(200)
  }
  let measured = 0
  const { read } = ctx.recordings
  const whileMeasured = (happens: () => Promise<unknown>) => {
    ctx.recordings.read = async (request) => {
      measured += 1
      if (measured === 1) await happens()
      return read(request)
    }
  }
  const now = async () => (await get(path)).body.data.workouts[0]
  return { ...server, path, edit, whileMeasured, now, measured: () => measured }
}

describe('a workout', () => {
  test('that is changed by two requests at once has both changes', async () => {
    const { edit, now } = await scene()
    await Promise.all([edit({ workout_visibility: 'private' }), edit({ title: 'Another' })])
    expect(await now()).toMatchObject({ workout_visibility: 'private', title: 'Another' })
  })

  test('that is hidden while it is read again for another sport stays hidden', async () => {
    const { edit, now, whileMeasured, measured } = await scene()
    whileMeasured(() => edit({ workout_visibility: 'private', title: 'Another' }))
    await edit({ sport_id: 5 })
    expect(await now()).toMatchObject({
      ...{ workout_visibility: 'private', title: 'Another', sport_id: 5 },
    })
    expect(measured()).toBe(2)
  })

  test('that gets another sport during a refresh has the numbers of that sport', async () => {
    const { send, path, edit, now, whileMeasured, measured } = await scene()
    whileMeasured(() => edit({ sport_id: 5 }))
    expect((await send('POST', `${path}/refresh`, {})).status).toBe(200)
    expect(measured()).toBe(3)
    const { ave_speed, ave_pace, sport_id } = await now()
    expect([sport_id, ave_speed === null, ave_pace === null]).toEqual([5, true, false])
  })

  test('that is deleted while it is read is not found', async () => {
    const { send, path, whileMeasured } = await scene()
    whileMeasured(async () => expect((await send('DELETE', path)).status).toBe(204))
    expect((await send('PATCH', path, { json: { sport_id: 5 } })).status).toBe(404)
  })
})

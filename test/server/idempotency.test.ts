import { describe, expect, test } from 'bun:test'
import { DAY } from '@/lib/time/clock'
import { startServer as listen } from '@/server/server'
import { afterTest } from '../support/after-test'
import { rideGpx } from '../support/ride'
import { startWorkoutServer } from '../support/workouts'

const KEY = '8e03978e-40d5-43e8-bc93-6894a57f9324'
const entry = { sport_id: 1, workout_date: '2024-05-04 08:00', duration: 3600, distance: 20 }

/** A server on a socket, and functions that send requests as its user. */
async function open() {
  const world = await startWorkoutServer({ username: 'ann' }, { port: 0 })
  const { ctx, user } = world
  const server = listen(ctx)
  afterTest(server.stop)
  const authorization = `Bearer ${await ctx.sessions.issue(user.id, user.session_epoch)}`
  const post = async (path: string, body: BodyInit, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      ...{ method: 'POST', body },
      headers: { authorization, ...headers },
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const upload = (key: string, gpx = rideGpx()) => {
    const form = new FormData()
    form.set('file', new File([gpx], 'a.gpx'))
    form.set('data', '{"sport_id": 1}')
    return post('/api/workouts', form, { 'idempotency-key': key })
  }
  const enter = (key: string, changes = {}) =>
    post('/api/workouts/no_gpx', JSON.stringify({ ...entry, ...changes }), {
      'content-type': 'application/json',
      'idempotency-key': key,
    })
  const total = async () => (await world.get('/api/workouts')).body.pagination.total as number
  return { ...world, post, upload, enter, total }
}

describe('an Idempotency-Key', () => {
  test('returns the first response again, without creating anything', async () => {
    const { upload, enter, total, post } = await open()
    const first = await upload(KEY)
    expect(first.status).toBe(201)
    expect(await upload(KEY)).toEqual(first)
    const entered = await enter('other')
    expect(await enter('other')).toEqual(entered)
    expect(await total()).toBe(2)
    const sent = () =>
      post('/api/inbox?sport_id=1&duplicates=allow', rideGpx({ seed: 3 }), {
        'idempotency-key': 'third',
      })
    expect(await sent()).toEqual(await sent())
    expect(await total()).toBe(3)
  })

  test('creates one workout when the same request arrives several times at once', async () => {
    const { upload, total } = await open()
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => upload(KEY)))).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted()).toEqual([201, 409, 409, 409, 409])
    expect(await total()).toBe(1)
  })

  test('belongs to one user and URL, for a day', async () => {
    const { upload, enter, total, clock } = await open()
    expect((await enter(KEY)).status).toBe(201)
    expect((await upload(KEY)).status).toBe(422)
    clock.advance(DAY)
    expect((await upload(KEY)).status).toBe(201)
    expect(await total()).toBe(2)
    for (const key of ['x'.repeat(256), '']) expect([400, 201]).toContain((await enter(key)).status)
  })

  test('can be used again after an error', async () => {
    const { upload, enter, total } = await open()
    expect((await enter(KEY, { duration: -1 })).status).toBe(400)
    expect((await enter(KEY)).status).toBe(201)
    expect((await upload('other', 'no recording')).status).toBe(400)
    expect((await upload('other')).status).toBe(201)
    expect(await total()).toBe(2)
  })

  test('does not create a workout twice when the server stopped before it could respond', async () => {
    const { ctx, upload, enter, total } = await open()
    await upload(KEY)
    await enter('other')
    await ctx.db.updateTable('idempotency_keys').set({ status: null, body: null }).execute()
    const again = await upload(KEY)
    expect([again.status, again.body.status]).toEqual([200, 'success'])
    expect((await enter('other')).status).toBe(409)
    expect(await total()).toBe(2)
  })
})

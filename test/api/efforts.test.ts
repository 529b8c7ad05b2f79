import { describe, expect, test } from 'bun:test'
import { aUser } from '../support/factories'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { startWorkoutServer } from '../support/workouts'

const DEGREE = 111_319.49079327358

/** A run on the equator at so many metres a second, on a day of June 2024: ten minutes, a point every 5 s. */
const runOf = (speed: number, day: number) =>
  gpxOf(
    samplePoints(121, (i) => ({
      lat: 0,
      lon: ((i * 5 * speed) / DEGREE).toFixed(9),
      ele: 100,
      time: new Date(Date.UTC(2024, 5, day, 10, 0, i * 5)).toISOString(),
      hr: 140 + day,
    })),
  )

interface Effort {
  kind: string
  target: number
  value: number
  workout_id: string
}

async function startRunning() {
  const server = await startWorkoutServer({ timezone: 'Europe/Paris' })
  const run = (speed: number, day: number, sport_id = 5) =>
    server.record(`${day}.gpx`, runOf(speed, day), { sport_id })
  const bests = async (query = 'sport_id=5'): Promise<Effort[]> =>
    (await server.get(`/api/efforts?${query}`)).body.data.efforts
  const bestKilometre = async (query?: string) =>
    (await bests(query)).find(({ kind, target }) => kind === 'distance' && target === 1000)
  return { ...server, run, bests, bestKilometre }
}

describe('GET /api/efforts', () => {
  test('needs a sport that there is', async () => {
    const { get } = await startRunning()
    expect((await get('/api/efforts')).status).toBe(400)
    expect((await get('/api/efforts?sport_id=x')).status).toBe(400)
    expect((await get('/api/efforts?sport_id=999')).status).toBe(404)
    expect((await get('/api/efforts?sport_id=5&from=yesterday')).status).toBe(400)
  })

  test('lists the best of all workouts for each target that was reached', async () => {
    const { run, bests } = await startRunning()
    await run(2, 1)
    const fast = await run(4, 2)
    await run(3, 3)
    const found = await bests()
    expect(found.find(({ target }) => target === 1000)).toMatchObject({
      ...{ kind: 'distance', target: 1000, value: 250, duration: 250 },
      ...{ workout_id: fast.id, workout_title: fast.title },
      workout_date: 'Sun, 02 Jun 2024 10:00:00 GMT',
    })
    const targets = found.filter(({ kind }) => kind === 'distance').map(({ target }) => target)
    expect(targets).toEqual([400, 804.672, 1000, 1609.344])
    // The heart beat fastest on the last day.
    const beats = found.filter(({ kind }) => kind === 'heart_rate')
    expect(new Set(beats.map(({ value }) => value))).toEqual(new Set([143]))
  })

  test('looks at the days asked for, in the time zone of the caller', async () => {
    const { run, bestKilometre } = await startRunning()
    const [slow, fast] = [await run(2, 1), await run(4, 2)]
    const on = async (from: string, to: string) =>
      (await bestKilometre(`sport_id=5&from=${from}&to=${to}`))?.workout_id
    expect(await on('2024-06-01', '2024-06-01')).toBe(slow.id)
    expect(await on('2024-06-01', '2024-06-02')).toBe(fast.id)
    expect(await on('2024-06-03', '2024-06-30')).toBeUndefined()
  })

  test('follows what becomes of workouts', async () => {
    const { run, bestKilometre, send } = await startRunning()
    const [slow, fast] = [await run(2, 1), await run(4, 2)]
    const holder = async (query?: string) => (await bestKilometre(query))?.workout_id
    await send('PATCH', `/api/workouts/${fast.id}`, { json: { sport_id: 3 } })
    expect(await holder()).toBe(slow.id)
    expect(await holder('sport_id=3')).toBe(fast.id)
    await send('POST', `/api/workouts/${fast.id}/refresh`)
    expect(await holder('sport_id=3')).toBe(fast.id)
    await send('DELETE', `/api/workouts/${fast.id}`)
    expect(await holder('sport_id=3')).toBeUndefined()
    expect(await holder()).toBe(slow.id)
  })

  test('tells nobody of the efforts of others', async () => {
    const { run, get, ctx } = await startRunning()
    await run(4, 2)
    const as = await aUser(ctx)
    expect((await get('/api/efforts?sport_id=5', { as })).body.data.efforts).toEqual([])
  })
})

describe('GET /api/efforts/ranking', () => {
  const path = '/api/efforts/ranking?sport_id=5'

  test('lists efforts for one target, the best first, page by page', async () => {
    const { run, get } = await startRunning()
    const [slow, fast, middle] = [await run(2, 1), await run(4, 2), await run(3, 3)]
    const page = async (more: string) =>
      (await get(`${path}&kind=distance&target=1000&per_page=2${more}`)).body
    const first = await page('')
    expect(first.data.efforts.map((each: Effort) => each.workout_id)).toEqual([fast.id, middle.id])
    expect(first.pagination).toEqual({
      ...{ has_next: true, has_prev: false, page: 1, pages: 2, total: 3 },
    })
    const second = await page('&page=2')
    expect(second.data.efforts.map((each: Effort) => each.workout_id)).toEqual([slow.id])
    const beats = await get(`${path}&kind=heart_rate&target=60`)
    expect(beats.body.data.efforts[0].value).toBe(143)
  })

  test('refuses a target that is not kept, and a kind that there is none of', async () => {
    const { get } = await startRunning()
    expect((await get(`${path}&kind=distance&target=1234`)).status).toBe(400)
    expect((await get(`${path}&kind=luck&target=60`)).status).toBe(400)
    expect((await get(`${path}&kind=power&target=x`)).status).toBe(400)
    expect((await get(`${path}&kind=distance&target=1609.344`)).status).toBe(200)
  })
})

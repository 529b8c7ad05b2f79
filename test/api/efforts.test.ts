import { describe, expect, test } from 'bun:test'
import { anAdmin, aUser } from '../support/factories'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { startWorkoutServer } from '../support/workouts'

const DEGREE = 111_319.49079327358

/** Strength training. */
const GYM = 1001

/** A run on the equator at `speed` m/s on a day of June 2024: ten minutes with a point every 5 s. */
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
  test('requires an existing sport', async () => {
    const { get } = await startRunning()
    expect((await get('/api/efforts')).status).toBe(400)
    expect((await get('/api/efforts?sport_id=x')).status).toBe(400)
    expect((await get('/api/efforts?sport_id=999')).status).toBe(404)
    expect((await get('/api/efforts?sport_id=5&from=yesterday')).status).toBe(400)
  })

  test('lists the best effort of all workouts for each target', async () => {
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
    // The heart rate was highest on the last day.
    const beats = found.filter(({ kind }) => kind === 'heart_rate')
    expect(new Set(beats.map(({ value }) => value))).toEqual(new Set([143]))
  })

  test('lists no distances or climbs of a sport without distance, nor ranks them', async () => {
    const server = await startRunning()
    const added = await server.call('POST', '/api/sports', {
      as: await anAdmin(server.ctx),
      json: { label: 'Kettlebells', behaves_like: GYM },
    })
    const custom: number = added.body.data.sports[0].id
    for (const [at, sport] of [GYM, custom].entries()) {
      const session = await server.run(3, at + 1, sport)
      const kinds = new Set((await server.bests(`sport_id=${sport}`)).map(({ kind }) => kind))
      expect([...kinds]).toEqual(['power', 'heart_rate'])
      for (const path of ['ranking', 'history']) {
        const query = `sport_id=${sport}&kind=distance&target=1000`
        const { body } = await server.get(`/api/efforts/${path}?${query}`)
        expect(body).toMatchObject({ data: { efforts: [] }, pagination: { total: 0 } })
      }
      const placed = (await server.get(`/api/workouts/${session.id}/efforts`)).body.data.efforts
      expect(new Set(placed.map(({ kind }: Effort) => kind))).toEqual(new Set(['heart_rate']))
    }
  })

  test("is limited to the requested days, in the caller's time zone", async () => {
    const { run, bestKilometre } = await startRunning()
    const [slow, fast] = [await run(2, 1), await run(4, 2)]
    const on = async (from: string, to: string) =>
      (await bestKilometre(`sport_id=5&from=${from}&to=${to}`))?.workout_id
    expect(await on('2024-06-01', '2024-06-01')).toBe(slow.id)
    expect(await on('2024-06-01', '2024-06-02')).toBe(fast.id)
    expect(await on('2024-06-03', '2024-06-30')).toBeUndefined()
  })

  test('is updated when workouts change', async () => {
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

  test('does not include the efforts of others', async () => {
    const { run, get, ctx } = await startRunning()
    await run(4, 2)
    const as = await aUser(ctx)
    expect((await get('/api/efforts?sport_id=5', { as })).body.data.efforts).toEqual([])
  })
})

describe('GET /api/efforts/ranking', () => {
  const path = '/api/efforts/ranking?sport_id=5'

  test('lists efforts for one target, best first, in pages', async () => {
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

  test('rejects an unknown target and an unknown kind', async () => {
    const { get } = await startRunning()
    expect((await get(`${path}&kind=distance&target=1234`)).status).toBe(400)
    expect((await get(`${path}&kind=luck&target=60`)).status).toBe(400)
    expect((await get(`${path}&kind=power&target=x`)).status).toBe(400)
    expect((await get(`${path}&kind=distance&target=1609.344`)).status).toBe(200)
  })
})

describe('GET /api/efforts/history', () => {
  const path = '/api/efforts/history?sport_id=5&kind=distance&target=1000'

  test('lists each record of its day with the previous one, latest first, in pages', async () => {
    const { run, get } = await startRunning()
    const [first, , third] = [await run(2, 1), await run(1.9, 2), await run(4, 3)]
    await run(3, 4)
    const page = async (more = '') => {
      const { data, pagination } = (await get(`${path}${more}`)).body
      const rows = data.efforts.map((each: Effort & { former: number | null }) => [
        ...[each.workout_id, each.value, each.former],
      ])
      return { rows, pagination, data }
    }
    const { rows, data, pagination } = await page()
    expect(rows).toEqual([
      [third.id, 250, 500],
      [first.id, 500, null],
    ])
    expect(data.efforts[0].workout_date).toBe('Mon, 03 Jun 2024 10:00:00 GMT')
    expect(pagination).toMatchObject({ has_next: false, total: 2 })
    const second = await page('&per_page=1&page=2')
    expect(second.rows).toEqual([[first.id, 500, null]])
    expect(second.pagination).toEqual({
      ...{ has_next: false, has_prev: true, page: 2, pages: 2, total: 2 },
    })
  })

  test('omits deleted workouts, and rejects unknown targets', async () => {
    const { run, get, send } = await startRunning()
    const [, fast, middle] = [await run(2, 1), await run(4, 2), await run(3, 3)]
    await send('DELETE', `/api/workouts/${fast.id}`)
    const { efforts } = (await get(path)).body.data
    expect(efforts[0].workout_id).toBe(middle.id)
    expect((await get(path.replace('1000', '1234'))).status).toBe(400)
    expect((await get(path.replace('sport_id=5', 'sport_id=999'))).status).toBe(404)
  })

  test("includes only the caller's efforts", async () => {
    const { run, get, ctx } = await startRunning()
    await run(4, 2)
    const as = await aUser(ctx)
    expect((await get(path, { as })).body.data.efforts).toEqual([])
  })
})

describe('GET /api/workouts/{id}/efforts', () => {
  interface Placed {
    kind: string
    target: number
    place: number | null
    place_then: number | null
  }

  test('returns the ranks among all workouts and among earlier ones', async () => {
    const { run, get } = await startRunning()
    const runs = [
      await run(2, 1),
      await run(4, 2),
      await run(3, 3),
      await run(5, 4),
      await run(1.8, 5),
    ]
    const placesOf = async (id: string) => {
      const { efforts } = (await get(`/api/workouts/${id}/efforts`)).body.data
      const found = efforts.find((each: Placed) => each.kind === 'distance' && each.target === 1000)
      return [found.place, found.place_then]
    }
    expect(await Promise.all(runs.map(({ id }) => placesOf(id)))).toEqual([
      ...[
        [null, 1],
        [2, 1],
      ],
      ...[
        [3, 2],
        [1, 1],
      ],
      [null, null],
    ])
  })

  test('returns the same effort as the analysis', async () => {
    const { run, get } = await startRunning()
    const { id } = await run(4, 2)
    const { analysis } = (await get(`/api/workouts/${id}/analysis`)).body.data
    const { efforts } = (await get(`/api/workouts/${id}/efforts`)).body.data
    expect(analysis.efforts.length).toBeGreaterThan(5)
    for (const effort of analysis.efforts)
      expect(efforts).toContainEqual({ ...effort, place: 1, place_then: 1 })
    expect(efforts).toHaveLength(analysis.efforts.length)
  })

  test('is only for the owner, even if the workout is public', async () => {
    const { record, get, call, ctx, user } = await startRunning()
    const levels = { workout_visibility: 'public', analysis_visibility: 'public' }
    await call('POST', '/api/auth/profile/edit/preferences', {
      as: user,
      json: { hr_visibility: 'public' },
    })
    const { id } = await record('1.gpx', runOf(3, 1), { sport_id: 5, ...levels })
    const as = await aUser(ctx)
    expect((await get(`/api/workouts/${id}/analysis`, { as })).status).toBe(200)
    expect((await get(`/api/workouts/${id}/efforts`, { as })).status).toBe(404)
    expect((await get(`/api/workouts/${id}/efforts`)).status).toBe(200)
    expect((await get('/api/workouts/unknown/efforts')).status).toBe(404)
  })
})

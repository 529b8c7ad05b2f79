import { describe, expect, test } from 'bun:test'
import { findWeightOn, findWeightsOn } from '@/store/db/queries/accounts/weights'
import { startServer } from '../support/client'
import { aSuspendedUser, aUser } from '../support/factories'

const PATH = '/api/auth/profile/weights'

/** A server with a user in Tokyo, where the date is ahead of UTC. */
async function open() {
  const server = startServer()
  const as = await aUser(server.ctx, { username: 'ann', timezone: 'Asia/Tokyo' })
  const put = (day: string, weight: unknown) =>
    server.call('PUT', `${PATH}/${day}`, { as, json: { weight } })
  const list = async (query = '') => (await server.call('GET', `${PATH}${query}`, { as })).body
  return { ...server, as, put, list }
}

describe('PUT /api/auth/profile/weights/{day}', () => {
  test('rejects suspended accounts before it reads the body', async () => {
    const { call, ctx } = startServer()
    const as = await aSuspendedUser(ctx)
    expect((await call('PUT', `${PATH}/2026-01-02`, { as, json: {} })).status).toBe(403)
  })

  test.each([
    ['2026-02-30', 70],
    ['yesterday', 70],
    ['1899-12-31', 70],
    ['2026-01-02', 9.9],
    ['2026-01-02', 700.1],
    ['2026-01-02', '70 kg'],
    ['2026-01-02', null],
  ])('rejects for %s the weight %j', async (day, weight) => {
    const { put, list } = await open()
    const { status, body } = await put(day, weight)
    expect({ status, body }).toMatchObject({ status: 400, body: { message: 'invalid payload' } })
    expect((await list()).data.weights).toEqual([])
  })

  test("rejects future days in the user's time zone", async () => {
    const { put, clock } = await open()
    clock.set('2026-03-01T16:00:00Z')
    expect((await put('2026-03-02', 70)).status).toBe(200)
    expect((await put('2026-03-03', 70)).status).toBe(400)
  })

  test('stores the weight, replacing that of the same day', async () => {
    const { put, list } = await open()
    expect((await put('2026-1-2', 72.456)).body).toEqual({
      data: { weight: { day: '2026-01-02', weight: 72.46 } },
      status: 'success',
    })
    await put('2026-01-02', 73)
    expect((await list()).data.weights).toEqual([{ day: '2026-01-02', weight: 73 }])
  })
})

describe('GET /api/auth/profile/weights', () => {
  test("lists the caller's weights, latest day first, in pages", async () => {
    const { put, list, call, ctx } = await open()
    for (const day of ['2025-03-01', '2026-01-02', '2024-12-31']) await put(day, 70)
    const eve = await aUser(ctx, { username: 'eve' })
    await call('PUT', `${PATH}/2026-01-02`, { as: eve, json: { weight: 55 } })
    expect(await list('?per_page=2')).toEqual({
      data: {
        weights: [
          { day: '2026-01-02', weight: 70 },
          { day: '2025-03-01', weight: 70 },
        ],
      },
      pagination: { has_next: true, has_prev: false, page: 1, pages: 2, total: 3 },
      status: 'success',
    })
    expect((await list('?per_page=2&page=2')).data.weights).toEqual([
      { day: '2024-12-31', weight: 70 },
    ])
  })
})

describe('DELETE /api/auth/profile/weights/{day}', () => {
  test('deletes a weight of the caller, once', async () => {
    const { put, list, call, as, ctx } = await open()
    await put('2026-01-02', 70)
    const eve = await aUser(ctx, { username: 'eve' })
    const remove = (who: typeof as, day: string) => call('DELETE', `${PATH}/${day}`, { as: who })
    const refusal = { message: 'weight not found', status: 'not found' }
    expect(await remove(eve, '2026-01-02')).toMatchObject({ status: 404, body: refusal })
    expect(await remove(as, 'today')).toMatchObject({ status: 404, body: refusal })
    expect((await remove(as, '2026-01-02')).status).toBe(204)
    expect((await remove(as, '2026-01-02')).status).toBe(404)
    expect((await list()).data.weights).toEqual([])
  })
})

describe('the weight on a day', () => {
  test('is the latest until then, or the first one for earlier days', async () => {
    const { put, ctx, as } = await open()
    expect(await findWeightOn(ctx.db, as.id, '2026-01-01')).toBeUndefined()
    await put('2025-01-10', 80)
    await put('2025-06-01', 75.5)
    const days = ['2024-01-01', '2025-01-10', '2025-05-31', '2025-06-01', '2026-01-01']
    expect([...(await findWeightsOn(ctx.db, as.id, days))]).toEqual([
      ['2024-01-01', 80],
      ['2025-01-10', 80],
      ['2025-05-31', 80],
      ['2025-06-01', 75.5],
      ['2026-01-01', 75.5],
    ])
    expect(await findWeightOn(ctx.db, as.id + 1, '2026-01-01')).toBeUndefined()
  })
})

import { describe, expect, test } from 'bun:test'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { aSuspendedUser, aUser } from '../support/factories'
import { aBlock, aFollow, aWorkout, startWorkoutServer } from '../support/workouts'

const PATH = '/api/timeline'
type Server = Awaited<ReturnType<typeof startWorkoutServer>>

/** One workout of each visibility, titled `<name> <visibility>`, and a suspended one. */
async function workoutsOf(server: Server, owner: UserRow, name: string) {
  for (const level of ['public', 'followers_only', 'private'] as const)
    await aWorkout(server.ctx, owner, { title: `${name} ${level}`, workout_visibility: level })
  await aWorkout(server.ctx, owner, {
    title: `${name} suspended`,
    workout_visibility: 'public',
    suspended_at: 1,
  })
}

const titles = async ({ get }: Server, path: string, as?: UserRow) => {
  const { body } = await get(path, { as })
  return body.data.workouts.map(({ title }: { title: string }) => title).sort()
}

describe('GET /api/timeline', () => {
  test('asks for a token, and rejects suspended accounts', async () => {
    const { call, get, ctx } = await startWorkoutServer()
    expect((await call('GET', PATH)).status).toBe(401)
    expect((await get(PATH, { as: await aSuspendedUser(ctx) })).status).toBe(403)
  })

  test('is empty at first', async () => {
    const { get } = await startWorkoutServer()
    expect((await get(PATH)).body).toEqual({
      data: { workouts: [] },
      pagination: { has_next: false, has_prev: false, page: 1, pages: 0, total: 0 },
      status: 'success',
    })
  })

  test("returns the owner's name, or the whole user in the FitTrackee dialect", async () => {
    const { get, enter } = await startWorkoutServer({ username: 'ann' })
    await enter()
    const { body: list } = await get('/api/workouts')
    const { body } = await get(PATH)
    expect(body.data.workouts).toEqual([{ ...list.data.workouts[0], user: 'ann' }])
    const headers = { 'x-api-dialect': 'fittrackee' }
    expect((await get(PATH, { headers })).body.data.workouts).toEqual(list.data.workouts)
  })

  test("lists the caller's workouts, and those of followed users that are visible to followers", async () => {
    const server = await startWorkoutServer()
    const [followed, stranger] = [await aUser(server.ctx), await aUser(server.ctx)]
    await aFollow(server.ctx, server.user, followed)
    await aFollow(server.ctx, stranger, server.user)
    await workoutsOf(server, server.user, 'own')
    await workoutsOf(server, followed, 'followed')
    await workoutsOf(server, stranger, 'stranger')
    expect(await titles(server, `${PATH}?page=1`)).toHaveLength(5)
    const all = [...(await titles(server, PATH)), ...(await titles(server, `${PATH}?page=2`))]
    expect(all.sort()).toEqual([
      'followed followers_only',
      'followed public',
      'own followers_only',
      'own private',
      'own public',
      'own suspended',
    ])
  })

  test('excludes suspended owners, pending follows, and blocks in either direction', async () => {
    const server = await startWorkoutServer()
    const { ctx, user } = server
    const [suspended, asked, blocked, blocking] = [
      await aSuspendedUser(ctx),
      await aUser(ctx),
      await aUser(ctx),
      await aUser(ctx),
    ]
    for (const owner of [suspended, blocked, blocking]) await aFollow(ctx, user, owner)
    await ctx.db
      .insertInto('follows')
      .values({ follower_id: user.id, followed_id: asked.id, state: 'pending', created_at: 0 })
      .execute()
    await aBlock(ctx, user, blocked)
    await aBlock(ctx, blocking, user)
    for (const owner of [suspended, asked, blocked, blocking]) await workoutsOf(server, owner, 'x')
    expect(await titles(server, PATH)).toEqual([])
  })

  test('has five workouts per page, newest first', async () => {
    const server = await startWorkoutServer()
    for (let day = 1; day <= 7; day++)
      await aWorkout(server.ctx, server.user, { title: `${day}`, workout_date: day * 86_400_000 })
    const page = async (query: string) => {
      const { body } = await server.get(`${PATH}?${query}`)
      return body.data.workouts.map(({ title }: { title: string }) => title).join('')
    }
    expect(await page('')).toBe('76543')
    expect(await page('page=2')).toBe('21')
    expect(await page('page=3')).toBe('')
    expect(await page('page=x&per_page=50')).toBe('76543')
  })

  test('includes the preference between pace and speed of each sport', async () => {
    const { get, ctx, user } = await startWorkoutServer()
    await aWorkout(ctx, user, { sport_id: 1 })
    await aWorkout(ctx, user, { sport_id: 5 })
    const { body } = await get(PATH)
    expect(body.data.workouts).toMatchObject([{ ave_speed: null }, { ave_speed: 20 }])
  })
})

describe('GET /api/users/{user_name}/workouts', () => {
  test('rejects suspended callers and invalid tokens, and returns 404 for unknown users', async () => {
    const { get, call, ctx } = await startWorkoutServer()
    const path = '/api/users/nobody_here/workouts'
    expect((await get(path, { as: await aSuspendedUser(ctx) })).status).toBe(403)
    expect((await call('GET', path, { authorization: 'Bearer bad' })).status).toBe(401)
    expect(await call('GET', path)).toMatchObject({
      status: 404,
      body: { message: 'user does not exist', status: 'not found' },
    })
  })

  test('lists what the visitor may see, and no suspended workouts', async () => {
    const server = await startWorkoutServer({ username: 'Ann' })
    const { ctx, user, call } = server
    await workoutsOf(server, user, 'ann')
    const [follower, other, blocked] = [await aUser(ctx), await aUser(ctx), await aUser(ctx)]
    await aFollow(ctx, follower, user)
    await aBlock(ctx, user, blocked)
    const path = '/api/users/aNN/workouts'
    const own = ['ann followers_only', 'ann private', 'ann public']
    expect(await titles(server, path)).toEqual(own)
    expect(await titles(server, path, follower)).toEqual(['ann followers_only', 'ann public'])
    expect(await titles(server, path, other)).toEqual(['ann public'])
    expect(await titles(server, path, blocked)).toEqual([])
    const { body } = await call('GET', path)
    expect(Object.keys(body).sort()).toEqual(['data', 'status'])
    expect(body.data.workouts).toMatchObject([{ title: 'ann public', user: { username: 'Ann' } }])
  })

  test('is empty for a suspended user', async () => {
    const server = await startWorkoutServer()
    const suspended = await aSuspendedUser(server.ctx, { username: 'gone' })
    await workoutsOf(server, suspended, 'gone')
    expect((await server.get('/api/users/gone/workouts')).body).toEqual({
      data: { workouts: [] },
      status: 'success',
    })
  })

  test('lists the five newest', async () => {
    const server = await startWorkoutServer({ username: 'ann' })
    for (let day = 1; day <= 7; day++)
      await aWorkout(server.ctx, server.user, { title: `${day}`, workout_date: day * 86_400_000 })
    expect(await titles(server, '/api/users/ann/workouts')).toEqual(['3', '4', '5', '6', '7'])
  })

  test('lists earlier ones in pages', async () => {
    const server = await startWorkoutServer({ username: 'ann' })
    for (let day = 1; day <= 7; day++)
      await aWorkout(server.ctx, server.user, { title: `${day}`, workout_date: day * 86_400_000 })
    const path = '/api/users/ann/workouts'
    const first = await server.get(`${path}?page=1`)
    expect(first.body.data.workouts).toHaveLength(5)
    expect(first.body.pagination).toEqual({ has_next: true, has_prev: false, page: 1 })
    expect(await titles(server, `${path}?page=2`)).toEqual(['1', '2'])
    const last = await server.get(`${path}?page=2`)
    expect(last.body.pagination).toEqual({ has_next: false, has_prev: true, page: 2 })
  })
})

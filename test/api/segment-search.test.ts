import { describe, expect, test } from 'bun:test'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { aModerator, aUser } from '../support/factories'
import { startSegments, straightLine } from '../support/ranked-segments'
import { HOME, placeFromHome } from '../support/rides-around-home'
import { aBlock, aFollow } from '../support/workouts'

const HERE = `${HOME.latitude},${HOME.longitude}`

/** A server on which a user searches for segments, by name. */
async function startSearch() {
  const server = await startSegments()
  const { call, create, ann } = server
  const search = (query: Record<string, string> = {}, as: UserRow = ann) =>
    call('GET', `/api/segments?${new URLSearchParams(query)}`, { as })
  const find = async (query: Record<string, string> = {}, as: UserRow = ann): Promise<string[]> =>
    (await search({ owner: 'anyone', coordinates: HERE, ...query }, as)).body.data.segments.map(
      ({ name }: { name: string }) => name,
    )
  const createAt = (name: string, metres: number, changes: object = {}, as = ann) =>
    create(
      {
        name,
        drawing: { sport_id: 1, positions: straightLine(metres, metres + 500) },
        ...changes,
      },
      as,
    )
  return { ...server, search, find, createAt }
}

describe('GET /api/segments with a place', () => {
  test('lists the segments that start within the radius, nearest first', async () => {
    const { search, find, createAt, ctx } = await startSearch()
    const bob = await aUser(ctx, { username: 'bob' })
    await createAt('far', 8000)
    await createAt('near', 900)
    await createAt('of Bob', 3000, {}, bob)
    await createAt('farther', 12_000)
    expect(await find()).toEqual(['near', 'of Bob', 'far'])
    expect(await find({ radius: '2' })).toEqual(['near'])
    expect(await find({ radius: '20', owner: 'me' })).toEqual(['near', 'far', 'farther'])
    const { body } = await search({
      ...{ owner: 'anyone', coordinates: HERE, page: '2', per_page: '2' },
    })
    expect(body.data.segments).toMatchObject([{ name: 'far', owner: 'ann', is_own: true }])
    expect(body.pagination).toMatchObject({ page: 2, pages: 2, total: 3 })
  })

  test('does not find a line that only ends, or only has its box there', async () => {
    const { find, createAt, create } = await startSearch()
    await createAt('ends here', 6000, {
      drawing: { sport_id: 1, positions: straightLine(6000, 0) },
    })
    const [north, east] = [placeFromHome(0, 6000), placeFromHome(6000, 0)]
    await create({
      name: 'around',
      drawing: {
        sport_id: 1,
        positions: [north, east].map(([latitude, longitude]) => ({ latitude, longitude })),
      },
    })
    expect(await find({ radius: '3' })).toEqual([])
    expect(await find({ radius: '7' })).toHaveLength(2)
  })

  test('finds segments on both sides of the antimeridian', async () => {
    const { find, create } = await startSearch()
    const across = (name: string, longitudes: readonly number[]) =>
      create({
        name,
        drawing: {
          sport_id: 1,
          positions: longitudes.map((longitude) => ({ latitude: 10, longitude })),
        },
      })
    await across('westwards', [-179.999, 179.98])
    await across('eastwards', [179.99, -179.99])
    for (const coordinates of ['10,179.999', '10,-179.999', '10,180', '10,-180'])
      expect((await find({ coordinates })).toSorted()).toEqual(['eastwards', 'westwards'])
  })

  test('lists only those on which workouts of a sport are compared', async () => {
    const { search, find, createAt } = await startSearch()
    await createAt('ride', 0)
    await createAt('run', 600, { drawing: { sport_id: 5, positions: straightLine(600, 1200) } })
    const own = async (sport: string) =>
      (await search({ sport_id: sport })).body.data.segments.map(
        ({ name }: { name: string }) => name,
      )
    expect([await find({ sport_id: '2' }), await own('2')]).toEqual([['ride'], ['ride']])
    expect([await find({ sport_id: '5' }), await own('5')]).toEqual([['run'], ['run']])
    // An indoor sport, and an unknown one.
    expect([await find({ sport_id: '1103' }), await own('999999')]).toEqual([[], []])
    expect(await own('')).toEqual(['run', 'ride'])
  })

  test.each([
    ['an unknown owner', { owner: 'all', coordinates: HERE }],
    ['no place for segments of others', { owner: 'anyone' }],
    ['a malformed place', { owner: 'anyone', coordinates: 'Freiburg' }],
    ['a latitude out of range', { coordinates: '91,0' }],
    ['a radius that is not above zero', { coordinates: HERE, radius: '0' }],
    ['a sport that is not a number', { sport_id: 'bike' }],
  ])('rejects %s', async (_, query) => {
    const { search } = await startSearch()
    expect((await search(query)).status).toBe(400)
  })

  test('finds what the caller may see, and nothing else', async () => {
    const { find, createAt, call, send, ctx, ann } = await startSearch()
    const [follower, stranger, blocked] = [
      await aUser(ctx, { username: 'follower' }),
      await aUser(ctx, { username: 'stranger' }),
      await aUser(ctx, { username: 'blocked' }),
    ]
    await aFollow(ctx, follower, ann)
    await aBlock(ctx, ann, blocked)
    const moderator = await aModerator(ctx, { username: 'moderator' })
    const ids: Record<string, string> = {}
    for (const [at, visibility] of ['public', 'followers_only', 'private'].entries())
      ids[visibility] = await createAt(visibility, at * 1000, { visibility })
    ids.hidden = await createAt('hidden', 5000)
    await send('POST', '/api/privacy/zones', {
      json: { name: 'Work', positions: straightLine(5200, 0).slice(0, 1), radius: 100 },
    })
    const seen = {
      ann: await find({}, ann),
      follower: await find({}, follower),
      stranger: await find({}, stranger),
      blocked: await find({}, blocked),
      moderator: await find({}, moderator),
    }
    expect(seen).toEqual({
      ann: ['public', 'followers_only', 'private', 'hidden'],
      follower: ['public', 'followers_only'],
      stranger: ['public'],
      blocked: [],
      moderator: ['public'],
    })
    for (const as of [follower, stranger, blocked, moderator]) {
      const readable: string[] = []
      for (const [name, id] of Object.entries(ids))
        if ((await call('GET', `/api/segments/${id}`, { as })).status === 200) readable.push(name)
      expect(await find({}, as)).toEqual(readable)
    }
    await ctx.db.updateTable('users').set({ suspended_at: 1 }).where('id', '=', ann.id).execute()
    expect(await find({}, follower)).toEqual([])
  })
})

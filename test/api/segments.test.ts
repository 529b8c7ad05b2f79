import { describe, expect, test } from 'bun:test'
import { aModerator, aSuspendedUser, aUser } from '../support/factories'
import { startSegments, straightLine } from '../support/ranked-segments'
import { HOME, PUBLIC } from '../support/rides-around-home'
import { aBlock, aFollow } from '../support/workouts'

const drawn = { sport_id: 1, positions: straightLine(1000, 2000) }

describe('POST /api/segments', () => {
  test('requires a token, its scope and an account that is not suspended', async () => {
    const { call, ctx, ann } = await startSegments()
    const json = { name: 'A', drawing: drawn }
    expect((await call('POST', '/api/segments', { json })).status).toBe(401)
    const as = await aSuspendedUser(ctx, { username: 'sue' })
    expect((await call('POST', '/api/segments', { as, json })).status).toBe(403)
    const { body } = await call('POST', '/api/tokens', {
      as: ann,
      json: { name: 'app', scope: 'workouts:read' },
    })
    const authorization = `Bearer ${body.data.token.token}`
    expect((await call('POST', '/api/segments', { authorization, json })).status).toBe(403)
  })

  test('creates a segment from a line', async () => {
    const { draw } = await startSegments()
    const { status, body } = await draw({ name: ' Straight ' })
    expect(status).toBe(201)
    const { geojson, ...segment } = body.data.segment
    expect(segment).toEqual({
      ...{ id: expect.any(String), name: 'Straight', owner: 'ann', is_own: true },
      ...{ sport_id: 1, sport_group: 'bicycle', visibility: 'public', is_hidden: false },
      ...{ length: 1000, ascent: null, grade: null, elevations: null, best: null },
      ...{ complete: true, created_at: expect.any(String) },
    })
    expect(geojson.coordinates).toHaveLength(101)
  })

  test('creates a private segment from a part of a workout, with elevations', async () => {
    const { ride, ann, send } = await startSegments()
    const id = await ride(ann)
    const { status, body } = await send('POST', '/api/segments', {
      json: { name: 'Climb', workout: { id, from: 500, to: 1500 } },
    })
    expect(status).toBe(201)
    expect(body.data.segment).toMatchObject({
      ...{ visibility: 'private', length: 1000, grade: 5, complete: false },
    })
    expect(Math.abs(body.data.segment.ascent - 50)).toBeLessThan(1)
    const { coordinates } = body.data.segment.geojson
    const [start] = straightLine(500, 1500)
    expect(coordinates[0][0]).toBeCloseTo(start?.longitude ?? 0, 4)
    expect(body.data.segment.elevations).toHaveLength(coordinates.length)
  })

  test.each([
    ['an empty name', { name: '  ' }, 'segment_invalid'],
    ['no line', { drawing: undefined }, 'segment_invalid'],
    [
      'a short line',
      { drawing: { ...drawn, positions: straightLine(0, 199) } },
      'segment_length_invalid',
    ],
    [
      'a long line',
      { drawing: { ...drawn, positions: straightLine(0, 100_200) } },
      'segment_length_invalid',
    ],
    ['an indoor sport', { drawing: { ...drawn, sport_id: 1103 } }, 'segment_sport_invalid'],
    [
      'one position',
      { drawing: { ...drawn, positions: straightLine(0, 500).slice(1) } },
      'invalid_payload',
    ],
    ['an unknown visibility', { visibility: 'all' }, 'invalid_payload'],
  ])('rejects %s', async (_, changes, code) => {
    const { draw } = await startSegments()
    const { status, code: found } = await draw(changes)
    expect([status, found]).toEqual([400, code])
  })

  test('rejects unknown sports and workouts, and those of others', async () => {
    const { draw, ride, ctx } = await startSegments()
    expect((await draw({ drawing: { ...drawn, sport_id: 999_999 } })).status).toBe(404)
    const other = await aUser(ctx, { username: 'bob' })
    const ofOther = await ride(other)
    const secret = await ride(other, { day: 2 }, { workout_visibility: 'private' })
    const from = (id: string) => draw({ drawing: undefined, workout: { id, from: 0, to: 1000 } })
    expect((await from('unknown')).status).toBe(404)
    expect((await from(secret)).status).toBe(404)
    expect((await from(ofOther)).status).toBe(403)
  })

  test('rejects a workout without positions', async () => {
    const { enter, draw } = await startSegments()
    const { id } = await enter()
    const { status, code } = await draw({ drawing: undefined, workout: { id, from: 0, to: 900 } })
    expect([status, code]).toEqual([400, 'segment_invalid'])
  })
})

describe('a segment', () => {
  test('can be listed, renamed, opened and deleted by its owner only', async () => {
    const { create, get, send, call, ctx } = await startSegments()
    const id = await create({ visibility: 'private' })
    const other = await aUser(ctx, { username: 'bob' })
    const edit = (json: object, as?: typeof other) =>
      as
        ? call('PATCH', `/api/segments/${id}`, { as, json })
        : send('PATCH', `/api/segments/${id}`, { json })
    expect((await edit({ name: 'Mine' }, other)).status).toBe(404)
    expect((await edit({})).status).toBe(400)
    expect((await edit({ name: ' ' })).code).toBe('segment_invalid')
    const opened = await edit({ name: 'Ours', visibility: 'public' })
    expect(opened.body.data.segment).toMatchObject({ name: 'Ours', visibility: 'public' })
    expect((await edit({ name: 'Mine' }, other)).status).toBe(403)
    expect((await call('DELETE', `/api/segments/${id}`, { as: other })).status).toBe(403)
    const list = await get('/api/segments')
    expect(list.body.pagination.total).toBe(1)
    expect(list.body.data.segments[0]).toMatchObject({ id, name: 'Ours' })
    expect(list.body.data.segments[0]).not.toHaveProperty('geojson')
    expect((await call('GET', '/api/segments', { as: other })).body.data.segments).toEqual([])
    expect((await send('DELETE', `/api/segments/${id}`)).status).toBe(204)
    expect((await get(`/api/segments/${id}`)).status).toBe(404)
  })

  test.each([
    ['private', ['ann']],
    ['followers_only', ['ann', 'follower']],
    ['public', ['ann', 'follower', 'stranger', 'moderator', 'anonymous']],
  ])('that is %s is seen, with its times, by %p', async (visibility, expected) => {
    const { create, call, ctx, ann } = await startSegments()
    const [follower, stranger, blocked] = [
      await aUser(ctx, { username: 'follower' }),
      await aUser(ctx, { username: 'stranger' }),
      await aUser(ctx, { username: 'blocked' }),
    ]
    await aFollow(ctx, follower, ann)
    await aBlock(ctx, ann, blocked)
    const moderator = await aModerator(ctx, { username: 'moderator' })
    const viewers = { ann, follower, stranger, blocked, moderator, anonymous: undefined }
    const id = await create({ visibility })
    for (const path of [`/api/segments/${id}`, `/api/segments/${id}/leaderboard`]) {
      const seen: string[] = []
      for (const [name, as] of Object.entries(viewers))
        if ((await call('GET', path, as && { as })).status === 200) seen.push(name)
      expect(seen).toEqual(expected)
    }
  })

  test('that touches a zone of its owner is hidden from others at once', async () => {
    const { create, call, send, get, ctx } = await startSegments()
    const id = await create()
    const as = await aUser(ctx, { username: 'bob' })
    const status = async () => (await call('GET', `/api/segments/${id}`, { as })).status
    expect(await status()).toBe(200)
    const zone = await send('POST', '/api/privacy/zones', {
      json: { name: 'Home', positions: [{ ...HOME }], radius: 900 },
    })
    expect(await status()).toBe(404)
    expect((await get(`/api/segments/${id}`)).body.data.segment.is_hidden).toBe(true)
    await send('DELETE', `/api/privacy/zones/${zone.body.data.zone.id}`)
    expect(await status()).toBe(200)
  })

  test('that was selected at a hidden end is hidden until another ride shows it', async () => {
    const { ride, ann, send, call, match, ctx } = await startSegments()
    await send('PATCH', '/api/privacy', { json: { hidden_metres: 1000 } })
    const id = await ride(ann)
    const { body } = await send('POST', '/api/segments', {
      json: { name: 'Start', visibility: 'public', workout: { id, from: 100, to: 900 } },
    })
    const as = await aUser(ctx, { username: 'bob' })
    const path = `/api/segments/${body.data.segment.id}`
    expect((await call('GET', path, { as })).status).toBe(404)
    await match()
    expect((await call('GET', path, { as })).status).toBe(404)
    const through = await ride(ann, { day: 2, from: -4000 })
    await match()
    expect((await call('GET', path, { as })).status).toBe(200)
    await send('PATCH', `/api/workouts/${through}`, { json: { map_visibility: 'private' } })
    expect((await call('GET', path, { as })).status).toBe(404)
  })
})

describe('efforts', () => {
  test('are found in workouts before and after the segment, in its direction', async () => {
    const { ride, create, match, ann, get } = await startSegments()
    const before = await ride(ann, { speed: 5, day: 1 })
    await ride(ann, { day: 2, from: 3000, to: 0 })
    await ride(ann, { day: 3, to: 1600 })
    const id = await create()
    expect((await get(`/api/segments/${id}`)).body.data.segment.complete).toBe(false)
    await match()
    const after = await ride(ann, { speed: 8, day: 4 })
    await match()
    const { body } = await get(`/api/segments/${id}/efforts`)
    expect(body.data.efforts).toEqual([
      {
        ...{ duration: 125, workout_id: after, is_best: true },
        date: 'Wed, 04 Mar 2026 08:02:05 GMT',
      },
      {
        ...{ duration: 200, workout_id: before, is_best: false },
        date: 'Sun, 01 Mar 2026 08:03:20 GMT',
      },
    ])
    expect((await get(`/api/segments/${id}`)).body.data.segment).toMatchObject({
      ...{ best: 125, complete: true },
    })
    expect((await get(`/api/workouts/${after}/segments`)).body.data.efforts).toEqual([
      {
        ...{ segment_id: id, name: 'Straight', length: 1000, ascent: null, grade: null },
        ...{ duration: 125, date: 'Wed, 04 Mar 2026 08:02:05 GMT', is_best: true },
      },
    ])
  })

  test('are only those of the same group of sports', async () => {
    const { ride, create, match, ann, ranked } = await startSegments()
    const ridden = await ride(ann, {}, { ...PUBLIC, sport_id: 2 })
    await ride(ann, { day: 2 }, { ...PUBLIC, sport_id: 5 })
    const id = await create()
    await match()
    expect(await ranked(id, ann)).toEqual(['ann 200'])
    expect(ridden).not.toBe('')
  })

  test('change with the sport, the recording and the deletion of their workout', async () => {
    const { ride, create, match, ann, ranked, send } = await startSegments()
    const fast = await ride(ann, { speed: 10 })
    await ride(ann, { speed: 5, day: 2 })
    const id = await create()
    await match()
    expect(await ranked(id, ann)).toEqual(['ann 100'])
    await send('PATCH', `/api/workouts/${fast}`, { json: { sport_id: 5 } })
    expect(await ranked(id, ann)).toEqual(['ann 200'])
    await send('PATCH', `/api/workouts/${fast}`, { json: { sport_id: 1 } })
    await match()
    expect(await ranked(id, ann)).toEqual(['ann 100'])
    await send('DELETE', `/api/workouts/${fast}`)
    expect(await ranked(id, ann)).toEqual(['ann 200'])
  })

  test('that no human can have made do not count', async () => {
    const { ride, create, match, ann, ranked } = await startSegments()
    await ride(ann, { speed: 40 })
    const id = await create()
    await match()
    expect(await ranked(id, ann)).toEqual([])
  })
})

describe('a leaderboard', () => {
  test('has the best effort of each user, fastest first, in pages', async () => {
    const { ride, create, match, ann, ranked, leaderboard, ctx } = await startSegments()
    const bob = await aUser(ctx, { username: 'bob' })
    await ride(ann, { speed: 5, day: 1 })
    await ride(ann, { speed: 8, day: 2 })
    await ride(bob, { speed: 10, day: 3 })
    const id = await create()
    await match()
    expect(await ranked(id)).toEqual(['bob 100', 'ann 125'])
    const [second] = await leaderboard(id, undefined, '?page=2&per_page=1')
    expect(second).toMatchObject({ rank: 2, user: { username: 'ann' } })
  })

  test('shows each viewer the best effort that they may see', async () => {
    const { ride, create, match, ann, ranked, ctx } = await startSegments()
    const [follower, stranger] = [
      await aUser(ctx, { username: 'follower' }),
      await aUser(ctx, { username: 'stranger' }),
    ]
    await aFollow(ctx, follower, ann)
    const moderator = await aModerator(ctx, { username: 'moderator' })
    await ride(ann, { speed: 10, day: 1 }, { ...PUBLIC, map_visibility: 'private' })
    await ride(ann, { speed: 8, day: 2 }, { ...PUBLIC, map_visibility: 'followers_only' })
    await ride(ann, { speed: 5, day: 3 })
    const id = await create()
    await match()
    expect(await ranked(id, ann)).toEqual(['ann 100'])
    expect(await ranked(id, follower)).toEqual(['ann 125'])
    expect(await ranked(id, stranger)).toEqual(['ann 200'])
    expect(await ranked(id, moderator)).toEqual(['ann 200'])
    expect(await ranked(id)).toEqual(['ann 200'])
  })

  test('follows changes of visibility, exclusions and suspensions at once', async () => {
    const { ride, create, match, ann, ranked, send, ctx } = await startSegments()
    const stranger = await aUser(ctx, { username: 'stranger' })
    const fast = await ride(ann, { speed: 10, day: 1 })
    await ride(ann, { speed: 5, day: 2 })
    const id = await create()
    await match()
    expect(await ranked(id, stranger)).toEqual(['ann 100'])
    await send('PATCH', `/api/workouts/${fast}`, { json: { workout_visibility: 'private' } })
    expect(await ranked(id, stranger)).toEqual(['ann 200'])
    await send('PATCH', `/api/workouts/${fast}`, { json: { excluded_from_records: true } })
    expect(await ranked(id, ann)).toEqual(['ann 200'])
    await ctx.db.updateTable('users').set({ suspended_at: 1 }).where('id', '=', ann.id).execute()
    expect(await ranked(id, stranger)).toEqual([])
  })

  test('has no efforts of users who have blocked the viewer', async () => {
    const { ride, create, match, ann, ranked, ctx } = await startSegments()
    const [bob, stranger] = [
      await aUser(ctx, { username: 'bob' }),
      await aUser(ctx, { username: 'stranger' }),
    ]
    await ride(ann, { day: 1 })
    await ride(bob, { day: 2, speed: 10 })
    const id = await create()
    await match()
    await aBlock(ctx, bob, stranger)
    expect(await ranked(id, stranger)).toEqual(['ann 200'])
  })

  test('has no efforts that start, end or lead through a hidden place', async () => {
    const { ride, create, match, ann, ranked, call, send, ctx } = await startSegments()
    const bob = await aUser(ctx, { username: 'bob' })
    const hidden = await ride(bob, { speed: 10 })
    await ride(ann, { day: 2 })
    const id = await create()
    await match()
    expect(await ranked(id, ann)).toEqual(['bob 100', 'ann 200'])
    const zone = await call('POST', '/api/privacy/zones', {
      as: bob,
      json: { name: 'Work', positions: straightLine(2100, 0).slice(0, 1), radius: 200 },
    })
    expect(zone.status).toBe(201)
    expect(await ranked(id, ann)).toEqual(['ann 200'])
    await match()
    expect(await ranked(id, ann)).toEqual(['ann 200'])
    expect(await ranked(id, bob)).toEqual(['bob 100', 'ann 200'])
    const listed = async (as: typeof ann) =>
      (await call('GET', `/api/workouts/${hidden}/segments`, { as })).body.data.efforts.length
    expect([await listed(ann), await listed(bob)]).toEqual([0, 1])
    await call('DELETE', `/api/privacy/zones/${zone.body.data.zone.id}`, { as: bob })
    await match()
    expect(await ranked(id, ann)).toEqual(['bob 100', 'ann 200'])
    await send('PATCH', '/api/privacy', { json: { hidden_metres: 1500 } })
    await match()
    expect(await ranked(id, bob)).toEqual(['bob 100'])
  })

  test('has no dates of users who hide times', async () => {
    const { ride, create, match, ann, leaderboard, call, send, ctx } = await startSegments()
    const bob = await aUser(ctx, { username: 'bob' })
    const id = await create()
    const workout = await ride(ann)
    await send('PATCH', '/api/privacy', { json: { hides_times: true } })
    await match()
    expect((await leaderboard(id, bob)).map(({ date }) => date)).toEqual([null])
    expect((await leaderboard(id, ann)).map(({ date }) => date)).not.toContain(null)
    const { body } = await call('GET', `/api/workouts/${workout}/segments`, { as: bob })
    expect(body.data.efforts).toHaveLength(1)
    expect(body.data.efforts[0].date).toBeNull()
  })

  test('of a private segment has only the efforts of its owner', async () => {
    const { ride, create, match, ann, ranked, send, ctx } = await startSegments()
    const bob = await aUser(ctx, { username: 'bob' })
    await ride(ann, { day: 1 })
    await ride(bob, { day: 2, speed: 10 })
    const id = await create({ visibility: 'private' })
    await match()
    expect(await ranked(id, ann)).toEqual(['ann 200'])
    await send('PATCH', `/api/segments/${id}`, { json: { visibility: 'public' } })
    await match()
    expect(await ranked(id, ann)).toEqual(['bob 100', 'ann 200'])
    await send('PATCH', `/api/segments/${id}`, { json: { visibility: 'private' } })
    expect(await ranked(id, ann)).toEqual(['ann 200'])
  })
})

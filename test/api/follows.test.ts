import { describe, expect, test } from 'bun:test'
import { toJson } from '@/db/columns'
import { type UserRow, updateUser } from '@/db/queries/users'
import { writeTo } from '@/db/transact'
import { countQueries } from '../support/count-queries'
import { aUser } from '../support/factories'
import {
  contact,
  idle,
  light,
  onePage,
  personal,
  plain,
  startPeople,
  untied,
} from '../support/people'
import { aBlock, aFollow } from '../support/workouts'

const UNKNOWN = { status: 404, body: { message: 'user does not exist', status: 'not found' } }
const refused = (status: number, message: string, word = 'error') => ({
  status,
  body: { message, status: word },
})
const said = (message: string) => ({ status: 200, body: { message, status: 'success' } })

/** People of whom Bob lets everybody follow him, and Eve wants to be asked. */
async function startFollowing() {
  const people = await startPeople()
  await writeTo(people.ctx.db, (tx) =>
    updateUser(tx, people.bob.id, { manually_approves_followers: 0 }),
  )
  const { send } = people
  return {
    ...people,
    follow: async (as: UserRow, name: string) =>
      plain(await send('POST', `/api/users/${name}/follow`, as)),
    unfollow: async (as: UserRow, name: string) =>
      plain(await send('POST', `/api/users/${name}/unfollow`, as)),
    /** What `as` is told of the ties to somebody. */
    tie: async (as: UserRow, name: string) => {
      const { body } = await send('GET', `/api/users/${name}`, as)
      const { follows, is_followed_by, followers, following } = body.data[0]
      return { follows, is_followed_by, followers, following }
    },
    /** Types of somebody's notifications, with who they are from. */
    told: async (as: UserRow) => {
      const { body } = await send('GET', '/api/notifications', as)
      return body.notifications.map(
        ({ type, from }: { type: string; from: { username: string } }) =>
          `${type} from ${from.username}`,
      )
    },
  }
}

describe('POST /api/users/:name/follow', () => {
  test('asks those who want to be asked', async () => {
    const { ann, eve, follow, tie, told } = await startFollowing()
    expect(await follow(ann, 'EVE')).toEqual(said("Follow request to user 'EVE' is sent."))
    expect(await tie(ann, 'eve')).toEqual({
      ...{ follows: 'false', is_followed_by: 'pending', followers: 0, following: 0 },
    })
    expect(await tie(eve, 'ann')).toMatchObject({ follows: 'pending', is_followed_by: 'false' })
    expect(await told(eve)).toEqual(['follow_request from ann'])
  })

  test('follows others at once', async () => {
    const { ann, bob, follow, tie, told } = await startFollowing()
    expect(await follow(ann, 'bob')).toEqual(said("Follow request to user 'bob' is sent."))
    expect(await tie(ann, 'bob')).toEqual({
      ...{ follows: 'false', is_followed_by: 'true', followers: 1, following: 0 },
    })
    expect(await told(bob)).toEqual(['follow from ann'])
  })

  test('says the same again and does nothing more', async () => {
    const { ctx, ann, bob, follow, told } = await startFollowing()
    for (const name of ['bob', 'bob', 'eve', 'eve'])
      expect(await follow(ann, name)).toEqual(said(`Follow request to user '${name}' is sent.`))
    expect(await ctx.db.selectFrom('follows').selectAll().execute()).toHaveLength(2)
    expect(await told(bob)).toHaveLength(1)
  })

  test('follows nobody who does not exist', async () => {
    const { ann, follow } = await startFollowing()
    expect(await follow(ann, 'nobody')).toEqual(UNKNOWN)
  })

  test('does not follow oneself', async () => {
    const { ann, bob, follow } = await startFollowing()
    for (const as of [ann, bob])
      expect(await follow(as, as.username)).toEqual(refused(400, 'invalid payload'))
  })

  test('does not follow those who have blocked the caller, but those the caller has blocked', async () => {
    const { ctx, ann, bob, follow } = await startFollowing()
    await aBlock(ctx, bob, ann)
    expect(await follow(ann, 'bob')).toEqual(refused(400, 'you can not follow this user'))
    expect((await follow(bob, 'ann')).status).toBe(200)
  })

  test('does not ask again after a rejection, until it is taken back', async () => {
    const { send, ann, eve, follow, unfollow, tie, told } = await startFollowing()
    await follow(ann, 'eve')
    await send('POST', '/api/follow-requests/ann/reject', eve)
    expect(await follow(ann, 'eve')).toEqual(refused(403, 'you do not have permissions'))
    expect(await tie(ann, 'eve')).toMatchObject({ is_followed_by: 'pending' })
    expect(await told(eve)).toEqual([])
    expect((await unfollow(ann, 'eve')).status).toBe(200)
    expect((await follow(ann, 'eve')).status).toBe(200)
    expect(await told(eve)).toEqual(['follow_request from ann'])
  })

  test('tells nobody who does not want to be told', async () => {
    const { ctx, ann, bob, eve, follow, told } = await startFollowing()
    const switches = toJson({ follow: false, follow_request: false })
    for (const { id } of [bob, eve])
      await writeTo(ctx.db, (tx) => updateUser(tx, id, { notification_preferences: switches }))
    for (const name of ['bob', 'eve']) expect((await follow(ann, name)).status).toBe(200)
    expect([await told(bob), await told(eve)]).toEqual([[], []])
  })
})

describe('POST /api/users/:name/unfollow', () => {
  test('ends a follow and takes back what was told of it', async () => {
    const { ann, bob, follow, unfollow, tie, told } = await startFollowing()
    await follow(ann, 'bob')
    expect(await unfollow(ann, 'Bob')).toEqual(
      said("Undo for a follow request to user 'Bob' is sent."),
    )
    expect(await tie(ann, 'bob')).toMatchObject({ is_followed_by: 'false', followers: 0 })
    expect(await told(bob)).toEqual([])
  })

  test('takes back a request, also one that was accepted', async () => {
    const { send, ann, eve, follow, unfollow, told } = await startFollowing()
    await follow(ann, 'eve')
    expect((await unfollow(ann, 'eve')).status).toBe(200)
    expect(await told(eve)).toEqual([])
    await follow(ann, 'eve')
    await send('POST', '/api/follow-requests/ann/accept', eve)
    expect(await told(ann)).toEqual(['follow_request_approved from eve'])
    expect((await unfollow(ann, 'eve')).status).toBe(200)
    expect([await told(ann), await told(eve)]).toEqual([[], []])
  })

  test('needs somebody who is followed', async () => {
    const { ann, bob, follow, unfollow } = await startFollowing()
    await follow(bob, 'ann')
    expect(await unfollow(ann, 'nobody')).toEqual(UNKNOWN)
    expect(await unfollow(ann, 'bob')).toEqual(
      refused(404, 'relationship does not exist', 'not found'),
    )
  })
})

describe.each([
  ['followers', (ann: UserRow, other: UserRow) => [other, ann] as const],
  ['following', (ann: UserRow, other: UserRow) => [ann, other] as const],
])('GET /api/users/:name/%s', (side, pair) => {
  const path = `/api/users/ann/${side}`

  test('lists users with what the caller may know, the latest approval first', async () => {
    const { ctx, clock, send, ann, bob, eve, mod } = await startPeople()
    for (const user of [bob, eve]) {
      const [follower, followed] = pair(ann, user)
      await ctx.db
        .insertInto('follows')
        .values({
          follower_id: follower.id,
          followed_id: followed.id,
          state: 'approved',
          // Eve asked first, but was answered last.
          created_at: user === eve ? 0 : 1,
          updated_at: clock.now(),
        })
        .execute()
      clock.advance(1000)
    }
    const counts = side === 'followers' ? { following: 1 } : { followers: 1 }
    const shown = (user: UserRow) => ({ ...light(user, counts), ...personal, ...idle, ...untied })
    expect(plain(await send('GET', `/api/users/ANN/${side}`, eve))).toEqual({
      status: 200,
      body: {
        data: {
          [side]: [{ ...light(eve, counts), ...contact(eve), ...personal, ...idle }, shown(bob)],
        },
        pagination: onePage(2),
        status: 'success',
      },
    })
    const { body } = await send('GET', path, mod)
    expect(body.data[side][1]).toEqual({ ...shown(bob), ...contact(bob) })
  })

  test('leaves out requests, rejected ones and suspended users', async () => {
    const { ctx, send, ann, bob, eve } = await startPeople()
    const states = [
      [bob, 'pending'],
      [eve, 'rejected'],
    ] as const
    for (const [user, state] of states) {
      const [follower, followed] = pair(ann, user)
      await ctx.db
        .insertInto('follows')
        .values({ follower_id: follower.id, followed_id: followed.id, state, created_at: 0 })
        .execute()
    }
    const banned = await aUser(ctx, { suspended_at: 1 })
    await aFollow(ctx, ...pair(ann, banned))
    const { body } = await send('GET', path, bob)
    expect(body).toEqual({ data: { [side]: [] }, pagination: onePage(0), status: 'success' })
    expect((await send('GET', '/api/users/ann', bob)).body.data[0][side]).toBe(0)
  })

  test('shows ten at a time, in as many queries as for one', async () => {
    const { ctx, send, ann, bob } = await startPeople()
    await aFollow(ctx, ...pair(ann, await aUser(ctx)))
    const counted = countQueries(ctx)
    await send('GET', path, bob)
    const forOne = counted()
    for (let made = 0; made < 10; made++) await aFollow(ctx, ...pair(ann, await aUser(ctx)))
    counted()
    const first = await send('GET', path, bob)
    // And one to count how many there are: a full page does not tell.
    expect(counted()).toBe(forOne + 1)
    expect(first.body.data[side]).toHaveLength(10)
    const { body } = await send('GET', `${path}?page=2`, bob)
    expect(body.data[side]).toHaveLength(1)
    expect(body.pagination).toEqual({
      ...{ has_next: false, has_prev: true, page: 2, pages: 2, total: 11 },
    })
  })

  test('knows nobody else', async () => {
    const { send, ann } = await startPeople()
    expect(plain(await send('GET', `/api/users/nobody/${side}`, ann))).toEqual(UNKNOWN)
  })
})

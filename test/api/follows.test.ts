import { describe, expect, test } from 'bun:test'
import { writeTo } from '@/store/db/connections/transact'
import { type UserRow, updateUser } from '@/store/db/queries/accounts/users'
import { toJson } from '@/store/db/schema/columns'
import { countQueries } from '../support/count-queries'
import { aUser } from '../support/factories'
import {
  contactDetails,
  noRelationship,
  onePage,
  personalDetails,
  plain,
  publicDetails,
  startPeople,
  withoutWorkouts,
} from '../support/people'
import { aBlock, aFollow } from '../support/workouts'

const UNKNOWN = { status: 404, body: { message: 'user does not exist', status: 'not found' } }
const refused = (status: number, message: string, word = 'error') => ({
  status,
  body: { message, status: word },
})
const said = (message: string) => ({ status: 200, body: { message, status: 'success' } })

/** Users, of whom Bob accepts all followers and Eve approves hers. */
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
    /** The relationship to a user, as `as` sees it. */
    tie: async (as: UserRow, name: string) => {
      const { body } = await send('GET', `/api/users/${name}`, as)
      const { follows, is_followed_by, followers, following } = body.data[0]
      return { follows, is_followed_by, followers, following }
    },
    /** The types and senders of a user's notifications. */
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
  test('sends a request to users who approve their followers', async () => {
    const { ann, eve, follow, tie, told } = await startFollowing()
    expect(await follow(ann, 'EVE')).toEqual(said("Follow request to user 'EVE' is sent."))
    expect(await tie(ann, 'eve')).toEqual({
      ...{ follows: 'false', is_followed_by: 'pending', followers: 0, following: 0 },
    })
    expect(await tie(eve, 'ann')).toMatchObject({ follows: 'pending', is_followed_by: 'false' })
    expect(await told(eve)).toEqual(['follow_request from ann'])
  })

  test('follows other users at once', async () => {
    const { ann, bob, follow, tie, told } = await startFollowing()
    expect(await follow(ann, 'bob')).toEqual(said("Follow request to user 'bob' is sent."))
    expect(await tie(ann, 'bob')).toEqual({
      ...{ follows: 'false', is_followed_by: 'true', followers: 1, following: 0 },
    })
    expect(await told(bob)).toEqual(['follow from ann'])
  })

  test('returns the same when repeated, without another effect', async () => {
    const { ctx, ann, bob, follow, told } = await startFollowing()
    for (const name of ['bob', 'bob', 'eve', 'eve'])
      expect(await follow(ann, name)).toEqual(said(`Follow request to user '${name}' is sent.`))
    expect(await ctx.db.selectFrom('follows').selectAll().execute()).toHaveLength(2)
    expect(await told(bob)).toHaveLength(1)
  })

  test('rejects unknown users', async () => {
    const { ann, follow } = await startFollowing()
    expect(await follow(ann, 'nobody')).toEqual(UNKNOWN)
  })

  test('rejects the caller', async () => {
    const { ann, bob, follow } = await startFollowing()
    for (const as of [ann, bob])
      expect(await follow(as, as.username)).toEqual(refused(400, 'invalid payload'))
  })

  test('rejects users who have blocked the caller, but not users that the caller has blocked', async () => {
    const { ctx, ann, bob, follow } = await startFollowing()
    await aBlock(ctx, bob, ann)
    expect(await follow(ann, 'bob')).toEqual(refused(400, 'you can not follow this user'))
    expect((await follow(bob, 'ann')).status).toBe(200)
  })

  test('sends no second request after a rejection, until the first is withdrawn', async () => {
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

  test('sends no notification to users who have disabled it', async () => {
    const { ctx, ann, bob, eve, follow, told } = await startFollowing()
    const switches = toJson({ follow: false, follow_request: false })
    for (const { id } of [bob, eve])
      await writeTo(ctx.db, (tx) => updateUser(tx, id, { notification_preferences: switches }))
    for (const name of ['bob', 'eve']) expect((await follow(ann, name)).status).toBe(200)
    expect([await told(bob), await told(eve)]).toEqual([[], []])
  })
})

describe('POST /api/users/:name/unfollow', () => {
  test('ends a follow and deletes its notification', async () => {
    const { ann, bob, follow, unfollow, tie, told } = await startFollowing()
    await follow(ann, 'bob')
    expect(await unfollow(ann, 'Bob')).toEqual(
      said("Undo for a follow request to user 'Bob' is sent."),
    )
    expect(await tie(ann, 'bob')).toMatchObject({ is_followed_by: 'false', followers: 0 })
    expect(await told(bob)).toEqual([])
  })

  test('withdraws a request, even one that was accepted', async () => {
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

  test('requires a followed user', async () => {
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

  test('lists users with their visible details, latest approval first', async () => {
    const { ctx, clock, send, ann, bob, eve, mod } = await startPeople()
    for (const user of [bob, eve]) {
      const [follower, followed] = pair(ann, user)
      await ctx.db
        .insertInto('follows')
        .values({
          follower_id: follower.id,
          followed_id: followed.id,
          state: 'approved',
          // Eve asked first, but was accepted last.
          created_at: user === eve ? 0 : 1,
          updated_at: clock.now(),
        })
        .execute()
      clock.advance(1000)
    }
    const counts = side === 'followers' ? { following: 1 } : { followers: 1 }
    const shown = (user: UserRow) => ({
      ...publicDetails(user, counts),
      ...personalDetails,
      ...withoutWorkouts,
      ...noRelationship,
    })
    expect(plain(await send('GET', `/api/users/ANN/${side}`, eve))).toEqual({
      status: 200,
      body: {
        data: {
          [side]: [
            {
              ...publicDetails(eve, counts),
              ...contactDetails(eve),
              ...personalDetails,
              ...withoutWorkouts,
            },
            shown(bob),
          ],
        },
        pagination: onePage(2),
        status: 'success',
      },
    })
    const { body } = await send('GET', path, mod)
    expect(body.data[side][1]).toEqual({ ...shown(bob), ...contactDetails(bob) })
  })

  test('omits pending and rejected requests and suspended users', async () => {
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

  test('has ten users per page, with as many queries as for one user', async () => {
    const { ctx, send, ann, bob } = await startPeople()
    await aFollow(ctx, ...pair(ann, await aUser(ctx)))
    const counted = countQueries(ctx)
    await send('GET', path, bob)
    const forOne = counted()
    for (let made = 0; made < 10; made++) await aFollow(ctx, ...pair(ann, await aUser(ctx)))
    counted()
    const first = await send('GET', path, bob)
    // One more query counts them, because a full page may not be the last.
    expect(counted()).toBe(forOne + 1)
    expect(first.body.data[side]).toHaveLength(10)
    const { body } = await send('GET', `${path}?page=2`, bob)
    expect(body.data[side]).toHaveLength(1)
    expect(body.pagination).toEqual({
      ...{ has_next: false, has_prev: true, page: 2, pages: 2, total: 11 },
    })
  })

  test('returns 404 for unknown users', async () => {
    const { send, ann } = await startPeople()
    expect(plain(await send('GET', `/api/users/nobody/${side}`, ann))).toEqual(UNKNOWN)
  })
})

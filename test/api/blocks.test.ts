import { describe, expect, test } from 'bun:test'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { aUser } from '../support/factories'
import { onePage, plain, publicDetails, startPeople } from '../support/people'
import { aBlock, aFollow, aWorkout } from '../support/workouts'

const UNKNOWN = { status: 404, body: { message: 'user not found', status: 'not found' } }
const DONE = { status: 200, body: { status: 'success' } }

async function startBlocking() {
  const people = await startPeople()
  const { send } = people
  const ask = (word: string) => async (as: UserRow, name: string) =>
    plain(await send('POST', `/api/users/${name}/${word}`, as))
  return { ...people, block: ask('block'), unblock: ask('unblock') }
}

describe('POST /api/users/:name/block', () => {
  test('blocks a user once, and repeating it changes nothing', async () => {
    const { ctx, send, ann, bob, block } = await startBlocking()
    expect(await block(ann, 'BOB')).toEqual(DONE)
    expect(await block(ann, 'bob')).toEqual(DONE)
    expect(await ctx.db.selectFrom('blocks').selectAll().execute()).toEqual([
      { blocker_id: ann.id, blocked_id: bob.id, created_at: ctx.clock.now() },
    ])
    expect((await send('GET', '/api/users/bob', ann)).body.data[0].blocked).toBe(true)
    expect((await send('GET', '/api/users/ann', bob)).body.data[0].blocked).toBe(false)
  })

  test('rejects unknown users and the caller', async () => {
    const { ann, block } = await startBlocking()
    expect(await block(ann, 'nobody')).toEqual(UNKNOWN)
    expect(await block(ann, 'ann')).toEqual({
      status: 400,
      body: { message: 'invalid payload', status: 'error' },
    })
  })

  test('ends the follow of the blocked user, but not that of the caller', async () => {
    const { ctx, send, ann, bob, block } = await startBlocking()
    await aFollow(ctx, ann, bob)
    await aFollow(ctx, bob, ann)
    await block(ann, 'bob')
    const { body } = await send('GET', '/api/users/bob', ann)
    expect(body.data[0]).toMatchObject({ follows: 'false', is_followed_by: 'true' })
  })

  test.each(['pending', 'rejected'])(
    'deletes a %s follow request and its notification',
    async (state) => {
      const { ctx, send, ann, bob, block } = await startBlocking()
      await send('POST', '/api/users/ann/follow', bob)
      if (state === 'rejected') await send('POST', '/api/follow-requests/bob/reject', ann)
      await block(ann, 'bob')
      expect(await ctx.db.selectFrom('follows').selectAll().execute()).toEqual([])
      expect(await ctx.db.selectFrom('notifications').selectAll().execute()).toEqual([])
    },
  )

  test("hides the caller's workouts from the blocked user", async () => {
    const { ctx, send, ann, bob, block } = await startBlocking()
    const { short_id } = await aWorkout(ctx, ann, { workout_visibility: 'public' })
    const path = `/api/workouts/${short_id}`
    expect((await send('GET', path, bob)).status).toBe(200)
    await block(ann, 'bob')
    expect((await send('GET', path, bob)).status).toBe(404)
    expect((await send('GET', path)).status).toBe(200)
  })
})

describe('POST /api/users/:name/unblock', () => {
  test('ends a block, and succeeds without one', async () => {
    const { ctx, ann, bob, unblock } = await startBlocking()
    await aBlock(ctx, ann, bob)
    await aBlock(ctx, bob, ann)
    expect(await unblock(ann, 'Bob')).toEqual(DONE)
    expect(await unblock(ann, 'bob')).toEqual(DONE)
    expect(await ctx.db.selectFrom('blocks').select('blocker_id').execute()).toEqual([
      { blocker_id: bob.id },
    ])
  })

  test('does not restore the follow', async () => {
    const { ctx, send, ann, bob, block, unblock } = await startBlocking()
    await aFollow(ctx, bob, ann)
    await block(ann, 'bob')
    await unblock(ann, 'bob')
    expect((await send('GET', '/api/users/bob', ann)).body.data[0].follows).toBe('false')
  })

  test('rejects unknown users', async () => {
    const { ann, unblock } = await startBlocking()
    expect(await unblock(ann, 'nobody')).toEqual(UNKNOWN)
  })
})

describe('GET /api/auth/blocked-users', () => {
  test('lists the users that the caller has blocked, newest first', async () => {
    const { ctx, clock, send, ann, bob, eve, block } = await startBlocking()
    await aBlock(ctx, bob, ann)
    await block(ann, 'bob')
    clock.advance(1000)
    await block(ann, 'eve')
    const blocked = { blocked: true, follows: 'false', is_followed_by: 'false' }
    expect(plain(await send('GET', '/api/auth/blocked-users', ann))).toEqual({
      status: 200,
      body: {
        blocked_users: [
          { ...publicDetails(eve), ...blocked },
          { ...publicDetails(bob), ...blocked },
        ],
        pagination: onePage(2),
        status: 'success',
      },
    })
  })

  test('has five users per page', async () => {
    const { ctx, send, ann } = await startBlocking()
    for (let made = 0; made < 6; made++) await aBlock(ctx, ann, await aUser(ctx))
    const { body } = await send('GET', '/api/auth/blocked-users', ann)
    expect(body.blocked_users).toHaveLength(5)
    const second = await send('GET', '/api/auth/blocked-users?page=2', ann)
    expect(second.body.blocked_users).toHaveLength(1)
    expect(second.body.pagination).toEqual({
      ...{ has_next: false, has_prev: true, page: 2, pages: 2, total: 6 },
    })
  })
})

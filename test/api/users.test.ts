import { describe, expect, test } from 'bun:test'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { countQueries } from '../support/count-queries'
import { aUser } from '../support/factories'
import {
  contactDetails,
  noRelationship,
  onePage,
  personalDetails,
  publicDetails,
  startPeople,
  withoutWorkouts,
} from '../support/people'
import { aBlock, aFollow, aWorkout } from '../support/workouts'

const namesOf = (body: { data: { users: { username: string }[] } }) =>
  body.data.users.map(({ username }) => username)

describe('GET /api/users', () => {
  test('returns public details and the relationship to the caller', async () => {
    const { ctx, send, ann, bob } = await startPeople()
    await aFollow(ctx, bob, ann)
    await aBlock(ctx, ann, bob)
    const { status, body } = await send('GET', '/api/users?q=b', ann)
    expect(status).toBe(200)
    expect(body).toEqual({
      data: {
        users: [
          {
            ...publicDetails(bob, { following: 1 }),
            ...personalDetails,
            ...withoutWorkouts,
            ...{ follows: 'true', is_followed_by: 'false', blocked: true },
          },
        ],
      },
      pagination: onePage(1),
      status: 'success',
    })
  })

  test('returns email addresses to moderators and administrators, and to other callers only their own', async () => {
    const { send, ann, bob, mod, admin } = await startPeople()
    const emailsFor = async (as: UserRow) =>
      (await send('GET', '/api/users', as)).body.data.users.map((user: UserRow) => user.email)
    expect(await emailsFor(ann)).toEqual([ann.email, ...Array(4).fill(undefined)])
    const everybody = ['ann', 'bob', 'eve', 'mod', 'root'].map((name) => `${name}@example.com`)
    expect(await emailsFor(mod)).toEqual(everybody)
    expect(await emailsFor(admin)).toEqual(everybody)
    const { body } = await send('GET', '/api/users?q=bob', mod)
    expect(body.data.users).toEqual([
      {
        ...publicDetails(bob),
        ...contactDetails(bob),
        ...noRelationship,
        ...personalDetails,
        ...withoutWorkouts,
      },
    ])
  })

  test('excludes hidden, inactive and suspended accounts, even for administrators', async () => {
    const { ctx, send, ann, admin } = await startPeople()
    await aUser(ctx, { username: 'hidden' })
    const shown = { hide_profile_in_users_directory: 0 } as const
    await aUser(ctx, { username: 'inactive', is_active: 0, ...shown })
    await aUser(ctx, { username: 'suspended', suspended_at: 1, ...shown })
    for (const as of [ann, admin])
      expect(namesOf((await send('GET', '/api/users', as)).body)).toEqual([
        ...['ann', 'bob', 'eve', 'mod', 'root'],
      ])
  })

  test.each([
    ['with_hidden_users=true', ['hidden']],
    ['with_hidden=TRUE', ['hidden']],
    ['with_inactive=true', ['idle']],
    ['with_suspended=true', ['banned']],
    ['with_suspended=1', []],
    [
      'with_hidden=true&with_inactive=true&with_suspended=true',
      ['banned', 'ghost', 'hidden', 'idle'],
    ],
  ])('returns more to administrators, and only to them: %s', async (query, more) => {
    const { ctx, send, mod, admin } = await startPeople()
    const shown = { hide_profile_in_users_directory: 0 } as const
    await aUser(ctx, { username: 'hidden' })
    await aUser(ctx, { username: 'ghost', is_active: 0, suspended_at: 1 })
    await aUser(ctx, { username: 'idle', is_active: 0, ...shown })
    await aUser(ctx, { username: 'banned', suspended_at: 1, ...shown })
    const usual = ['ann', 'bob', 'eve', 'mod', 'root']
    const answers = await send('GET', `/api/users?per_page=50&${query}`, admin)
    expect(namesOf(answers.body).filter((name) => !usual.includes(name))).toEqual(more)
    expect(answers.body.pagination.total).toBe(5 + more.length)
    expect(namesOf((await send('GET', `/api/users?${query}`, mod)).body)).toEqual(usual)
  })

  test('is filtered by email address, role and state for administrators only', async () => {
    const { ctx, send, mod, admin } = await startPeople()
    const shown = { hide_profile_in_users_directory: 0 } as const
    await aUser(ctx, { username: 'idle', email: 'x@Rare.example', is_active: 0, ...shown })
    await aUser(ctx, { username: 'banned', suspended_at: 1, ...shown })
    const all = 'with_inactive=true&with_suspended=true&per_page=50'
    const find = async (query: string, as = admin) =>
      namesOf((await send('GET', `/api/users?${all}&${query}`, as)).body)
    expect(await find('q=rare')).toEqual([])
    expect(await find('q=@rare&with_emails=true')).toEqual(['idle'])
    expect(await find('role=moderator')).toEqual(['mod'])
    expect(await find('state=inactive')).toEqual(['idle'])
    expect(await find('state=suspended')).toEqual(['banned'])
    expect(await find('state=active&role=user')).toEqual(['ann', 'bob', 'eve'])
    expect(await find('q=rare&with_emails=true', mod)).toEqual([])
    expect(await find('state=inactive&role=moderator', mod)).toEqual([
      ...['ann', 'bob', 'eve', 'mod', 'root'],
    ])
  })

  test('includes hidden accounts for their followers on request', async () => {
    const { ctx, send, ann, bob } = await startPeople()
    const [friend, pending, stranger] = [
      await aUser(ctx, { username: 'friend' }),
      await aUser(ctx, { username: 'pending' }),
      await aUser(ctx, { username: 'stranger' }),
    ]
    await aFollow(ctx, ann, friend)
    await aFollow(ctx, stranger, ann)
    await send('POST', '/api/users/pending/follow', ann)
    expect(pending.id).toBeGreaterThan(0)
    const asked = '/api/users?with_following=true'
    expect(namesOf((await send('GET', asked, ann)).body)).toEqual([
      ...['ann', 'bob', 'eve', 'friend', 'mod', 'root'],
    ])
    expect(namesOf((await send('GET', asked, bob)).body)).not.toContain('friend')
    expect(namesOf((await send('GET', '/api/users', ann)).body)).not.toContain('friend')
  })

  test.each([
    ['q=O', ['bob', 'mod', 'root']],
    ['q=BO', ['bob']],
    ['q=%25', []],
    ['q=_', ['an_']],
    ['q=', ['an_', 'ann', 'bob', 'eve', 'mod', 'root']],
    ['q=nobody', []],
  ])('finds parts of names in any case, without wildcards: %s', async (query, names) => {
    const { ctx, send, ann } = await startPeople()
    await aUser(ctx, { username: 'an_', hide_profile_in_users_directory: 0 })
    expect(namesOf((await send('GET', `/api/users?${query}`, ann)).body)).toEqual(names)
  })

  test.each([
    ['', ['Ann', 'bob', 'Cleo', 'owner']],
    ['order=desc', ['owner', 'Cleo', 'bob', 'Ann']],
    ['order=sideways', ['Ann', 'bob', 'Cleo', 'owner']],
    ['order_by=created_at', ['owner', 'Cleo', 'Ann', 'bob']],
    ['order_by=created_at&order=desc', ['Ann', 'bob', 'Cleo', 'owner']],
    ['order_by=workouts_count', ['Ann', 'owner', 'Cleo', 'bob']],
    ['order_by=workouts_count&order=desc', ['bob', 'Cleo', 'Ann', 'owner']],
    ['order_by=role', ['bob', 'Cleo', 'Ann', 'owner']],
    ['order_by=role&order=desc', ['owner', 'Ann', 'bob', 'Cleo']],
    ['order_by=is_active', ['Cleo', 'Ann', 'bob', 'owner']],
    ['order_by=is_active&order=desc', ['Ann', 'bob', 'owner', 'Cleo']],
    ['order_by=suspended_at', ['bob', 'Cleo', 'Ann', 'owner']],
    ['order_by=suspended_at&order=desc', ['Cleo', 'bob', 'Ann', 'owner']],
    ['order_by=shoe_size', ['Ann', 'bob', 'Cleo', 'owner']],
  ])('sorts users: %s', async (query, names) => {
    const { ctx, send, admin } = await startPeople()
    const now = ctx.clock.now()
    const owner = await aUser(ctx, { username: 'owner', role: 'owner', created_at: now - 3000 })
    const cleo = await aUser(ctx, {
      ...{ username: 'Cleo', is_active: 0, suspended_at: 20, created_at: now - 2000 },
    })
    const bob = await aUser(ctx, { username: 'bob2', suspended_at: 10, created_at: now - 1000 })
    await aUser(ctx, { username: 'Ann2', role: 'admin', created_at: now - 1000 })
    for (const user of [bob, bob, cleo]) await aWorkout(ctx, user)
    expect(owner.role).toBe('owner')
    const all = 'with_hidden=true&with_inactive=true&with_suspended=true&per_page=50'
    const { body } = await send('GET', `/api/users?${all}&${query}`, admin)
    const made = ['Ann2', 'bob2', 'Cleo', 'owner']
    expect(namesOf(body).filter((name) => made.includes(name))).toEqual(
      names.map((name) => made.find((one) => one.startsWith(name)) ?? name),
    )
  })

  test.each([
    ['page=2&per_page=2', 2, 3, ['eve', 'mod']],
    ['page=9&per_page=2', 9, 3, []],
    ['page=0', 1, 1, ['ann', 'bob', 'eve', 'mod', 'root']],
    ['page=abc&per_page=3', 1, 2, ['ann', 'bob', 'eve']],
    ['per_page=-1', 1, 1, ['ann', 'bob', 'eve', 'mod', 'root']],
  ])('is paged: %s', async (query, page, pages, names) => {
    const { send, ann } = await startPeople()
    const { body } = await send('GET', `/api/users?${query}`, ann)
    expect(namesOf(body)).toEqual(names)
    expect(body.pagination).toEqual({
      has_next: page < pages,
      has_prev: page > 1,
      page,
      pages,
      total: 5,
    })
  })

  test('has ten users per page by default and at most fifty', async () => {
    const { ctx, send, ann } = await startPeople()
    for (let made = 0; made < 50; made++) await aUser(ctx, { hide_profile_in_users_directory: 0 })
    expect((await send('GET', '/api/users', ann)).body.data.users).toHaveLength(10)
    expect((await send('GET', '/api/users?per_page=51', ann)).body.data.users).toHaveLength(50)
  })

  test('needs as many queries for many users as for one', async () => {
    const { ctx, send, mod } = await startPeople()
    await send('GET', '/api/records', mod)
    const counted = countQueries(ctx)
    await send('GET', '/api/users?per_page=1', mod)
    const forOne = counted()
    await send('GET', '/api/users', mod)
    // Except for one that counts them: it is not needed when a page is not full.
    expect(counted()).toBe(forOne - 1)
  })
})

import { describe, expect, test } from 'bun:test'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { aUser } from '../support/factories'
import {
  onePage,
  personalDetails,
  plain,
  publicDetails,
  startPeople,
  withoutWorkouts,
} from '../support/people'

const UNKNOWN = { status: 404, body: { message: 'user does not exist', status: 'not found' } }
const said = (message: string) => ({ status: 200, body: { message, status: 'success' } })

/** Users, of whom Bob and then Eve have asked to follow Ann, who approves her followers. */
async function startAsking() {
  const people = await startPeople()
  const { clock, send, bob, eve } = people
  for (const user of [bob, eve]) {
    await send('POST', '/api/users/ann/follow', user)
    clock.advance(1000)
  }
  return {
    ...people,
    answer: async (as: UserRow, name: string, word: 'accept' | 'reject') =>
      plain(await send('POST', `/api/follow-requests/${name}/${word}`, as)),
    namesFor: async (as: UserRow, query = '') => {
      const { body } = await send('GET', `/api/follow-requests${query}`, as)
      return body.data.follow_requests.map(({ username }: UserRow) => username)
    },
    told: async (as: UserRow) => {
      const { body } = await send('GET', '/api/notifications', as)
      return body.notifications.map(({ type, marked_as_read, from }: never) => ({
        ...{ type, marked_as_read, from: (from as UserRow).username },
      }))
    },
  }
}

describe('GET /api/follow-requests', () => {
  test('lists pending requests, oldest first', async () => {
    const { send, ann, bob, eve } = await startAsking()
    const shown = (user: UserRow) => ({
      ...publicDetails(user),
      ...personalDetails,
      ...withoutWorkouts,
      ...{ follows: 'pending', is_followed_by: 'false', blocked: false },
    })
    expect(plain(await send('GET', '/api/follow-requests', ann))).toEqual({
      status: 200,
      body: {
        data: { follow_requests: [shown(bob), shown(eve)] },
        pagination: onePage(2),
        status: 'success',
      },
    })
  })

  test.each([
    ['', ['bob', 'eve']],
    ['?order=asc', ['bob', 'eve']],
    ['?order=desc', ['eve', 'bob']],
    ['?order=other', ['bob', 'eve']],
    ['?per_page=1', ['bob']],
    ['?per_page=1&page=2', ['eve']],
    ['?page=2', []],
  ])('is sorted and paged: %s', async (query, names) => {
    const { ann, namesFor } = await startAsking()
    expect(await namesFor(ann, query)).toEqual(names)
  })

  test('has ten users per page by default and at most fifty', async () => {
    const { ctx, ann, send, namesFor } = await startAsking()
    for (let made = 0; made < 50; made++)
      await send('POST', '/api/users/ann/follow', await aUser(ctx))
    expect(await namesFor(ann)).toHaveLength(10)
    expect(await namesFor(ann, '?per_page=99')).toHaveLength(50)
  })

  test('omits requests that were answered or are for other users', async () => {
    const { ann, bob, answer, namesFor } = await startAsking()
    await answer(ann, 'bob', 'accept')
    await answer(ann, 'eve', 'reject')
    expect([await namesFor(ann), await namesFor(bob)]).toEqual([[], []])
  })
})

describe('POST /api/follow-requests/:name/accept', () => {
  test('accepts the request and sends a notification', async () => {
    const { send, ann, bob, answer, told } = await startAsking()
    const message = "Follow request from user 'BOB' is accepted."
    expect(await answer(ann, 'BOB', 'accept')).toEqual(said(message))
    const { body } = await send('GET', '/api/users/ann', bob)
    expect(body.data[0]).toMatchObject({ is_followed_by: 'true', followers: 1 })
    expect(await told(bob)).toEqual([
      { type: 'follow_request_approved', from: 'ann', marked_as_read: false },
    ])
  })

  test("turns the caller's notification into one about a new follower, unread again", async () => {
    const { send, ann, answer, told } = await startAsking()
    await send('POST', '/api/notifications/mark-all-as-read', ann, {})
    await answer(ann, 'bob', 'accept')
    expect(await told(ann)).toEqual([
      { type: 'follow_request', from: 'eve', marked_as_read: true },
      { type: 'follow', from: 'bob', marked_as_read: false },
    ])
  })
})

describe('POST /api/follow-requests/:name/reject', () => {
  test('rejects the request without a notification', async () => {
    const { send, ann, bob, answer, told } = await startAsking()
    const message = "Follow request from user 'bob' is rejected."
    expect(await answer(ann, 'bob', 'reject')).toEqual(said(message))
    expect((await send('GET', '/api/users/ann', bob)).body.data[0].followers).toBe(0)
    expect(await told(bob)).toEqual([])
    expect(await told(ann)).toEqual([
      { type: 'follow_request', from: 'eve', marked_as_read: false },
    ])
  })
})

describe.each(['accept', 'reject'] as const)('the response %s to a follow request', (word) => {
  test('requires a request of that user', async () => {
    const { ann, bob, answer } = await startAsking()
    expect(await answer(ann, 'nobody', word)).toEqual(UNKNOWN)
    const none = { message: 'Follow request does not exist.', status: 'not found' }
    expect(await answer(ann, 'mod', word)).toEqual({ status: 404, body: none })
    expect(await answer(bob, 'ann', word)).toEqual({ status: 404, body: none })
  })

  test.each(['accept', 'reject'] as const)('can be given only once, after: %s', async (before) => {
    const { ann, answer } = await startAsking()
    await answer(ann, 'bob', before)
    const message = `Follow request from user 'Bob' already ${word}ed.`
    expect(await answer(ann, 'Bob', word)).toEqual({
      status: 400,
      body: { message, status: 'error' },
    })
  })
})

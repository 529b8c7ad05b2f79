import { describe, expect, test } from 'bun:test'
import type { UserRow } from '@/db/queries/users'
import { aUser } from '../support/factories'
import { idle, light, onePage, personal, plain, startPeople } from '../support/people'

const UNKNOWN = { status: 404, body: { message: 'user does not exist', status: 'not found' } }
const said = (message: string) => ({ status: 200, body: { message, status: 'success' } })

/** People of whom Bob, then Eve, want to follow Ann, who wants to be asked. */
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
  test('lists those who wait for an answer, who asked first comes first', async () => {
    const { send, ann, bob, eve } = await startAsking()
    const shown = (user: UserRow) => ({
      ...light(user),
      ...personal,
      ...idle,
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
  ])('is put in order and paged: %s', async (query, names) => {
    const { ann, namesFor } = await startAsking()
    expect(await namesFor(ann, query)).toEqual(names)
  })

  test('shows ten at a time and fifty at most', async () => {
    const { ctx, ann, send, namesFor } = await startAsking()
    for (let made = 0; made < 50; made++)
      await send('POST', '/api/users/ann/follow', await aUser(ctx))
    expect(await namesFor(ann)).toHaveLength(10)
    expect(await namesFor(ann, '?per_page=99')).toHaveLength(50)
  })

  test('lists neither what was answered nor what others are asked', async () => {
    const { ann, bob, answer, namesFor } = await startAsking()
    await answer(ann, 'bob', 'accept')
    await answer(ann, 'eve', 'reject')
    expect([await namesFor(ann), await namesFor(bob)]).toEqual([[], []])
  })
})

describe('POST /api/follow-requests/:name/accept', () => {
  test('lets the other follow, and tells so', async () => {
    const { send, ann, bob, answer, told } = await startAsking()
    const message = "Follow request from user 'BOB' is accepted."
    expect(await answer(ann, 'BOB', 'accept')).toEqual(said(message))
    const { body } = await send('GET', '/api/users/ann', bob)
    expect(body.data[0]).toMatchObject({ is_followed_by: 'true', followers: 1 })
    expect(await told(bob)).toEqual([
      { type: 'follow_request_approved', from: 'ann', marked_as_read: false },
    ])
  })

  test('turns what the caller was told into the news of a follower, unread again', async () => {
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
  test('leaves the other outside and says nothing', async () => {
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

describe.each(['accept', 'reject'] as const)('an answer: %s', (word) => {
  test('needs a user who has asked', async () => {
    const { ann, bob, answer } = await startAsking()
    expect(await answer(ann, 'nobody', word)).toEqual(UNKNOWN)
    const none = { message: 'Follow request does not exist.', status: 'not found' }
    expect(await answer(ann, 'mod', word)).toEqual({ status: 404, body: none })
    expect(await answer(bob, 'ann', word)).toEqual({ status: 404, body: none })
  })

  test.each(['accept', 'reject'] as const)('is given once, after: %s', async (before) => {
    const { ann, answer } = await startAsking()
    await answer(ann, 'bob', before)
    const message = `Follow request from user 'Bob' already ${word}ed.`
    expect(await answer(ann, 'Bob', word)).toEqual({
      status: 400,
      body: { message, status: 'error' },
    })
  })
})

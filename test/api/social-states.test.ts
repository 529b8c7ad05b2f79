import { describe, expect, test } from 'bun:test'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { startDiscussion } from '../support/comments'

type Discussion = Awaited<ReturnType<typeof startDiscussion>>

describe('a notification', () => {
  const PATH = '/api/notifications'
  const STATES = ['unread', 'read'] as const
  type State = (typeof STATES)[number]

  const TRIGGERS: [
    trigger: string,
    fire: (discussion: Discussion, path: string) => Promise<unknown>,
    next: Record<State, State>,
  ][] = [
    ['PATCH with read_status true', patch({ read_status: true }), { unread: 'read', read: 'read' }],
    [
      'PATCH with read_status false',
      patch({ read_status: false }),
      { unread: 'unread', read: 'unread' },
    ],
    ['PATCH that does not say', patch({}), { unread: 'unread', read: 'read' }],
    ['PATCH with a bad body', patch({ read_status: 1 }), { unread: 'unread', read: 'read' }],
    [
      'PATCH by somebody else',
      patch({ read_status: true }, 'eve'),
      { unread: 'unread', read: 'read' },
    ],
    ['mark-all-as-read', markAll(), { unread: 'read', read: 'read' }],
    [
      'mark-all-as-read of its type',
      markAll({ type: 'mention' }),
      { unread: 'read', read: 'read' },
    ],
    [
      'mark-all-as-read of another type',
      markAll({ type: 'follow' }),
      { unread: 'unread', read: 'read' },
    ],
    ['mark-all-as-read by somebody else', markAll({}, 'eve'), { unread: 'unread', read: 'read' }],
    [
      'a look at the list',
      ({ send, bob }) => send('GET', PATH, bob),
      { unread: 'unread', read: 'read' },
    ],
  ]

  function patch(json: object, who: 'bob' | 'eve' = 'bob') {
    return (discussion: Discussion, path: string) =>
      discussion.send('PATCH', path, discussion[who], json)
  }

  function markAll(json: object = {}, who: 'bob' | 'eve' = 'bob') {
    return (discussion: Discussion) =>
      discussion.send('POST', `${PATH}/mark-all-as-read`, discussion[who], json)
  }

  const PAIRS = TRIGGERS.flatMap(([trigger, fire, next]) =>
    STATES.map((state) => [state, trigger, next[state], fire] as const),
  )

  test.each(PAIRS)('that is %s becomes, after %s, %s', async (state, _, next, fire) => {
    const discussion = await startDiscussion()
    const { send, comment, ann, bob, open } = discussion
    await comment(ann, open, 'hello @bob')
    const one = async () => (await send('GET', PATH, bob)).body.notifications[0]
    const path = `${PATH}/${(await one()).id}`
    await send('PATCH', path, bob, { read_status: state === 'read' })
    await fire(discussion, path)
    expect((await one()).marked_as_read).toBe(next === 'read')
  })
})

describe('a comment', () => {
  const STATES = ['not liked', 'liked', 'suspended', 'suspended and liked', 'hidden'] as const
  type State = (typeof STATES)[number]
  interface Outcome {
    status: number
    likes: number
  }

  /** The response to Bob, and the number of likes afterwards. */
  const OUTCOMES: Record<'like' | 'like/undo', Record<State, Outcome>> = {
    like: {
      'not liked': { status: 200, likes: 1 },
      liked: { status: 200, likes: 1 },
      suspended: { status: 403, likes: 0 },
      'suspended and liked': { status: 403, likes: 1 },
      hidden: { status: 404, likes: 0 },
    },
    'like/undo': {
      'not liked': { status: 200, likes: 0 },
      liked: { status: 200, likes: 0 },
      suspended: { status: 200, likes: 0 },
      'suspended and liked': { status: 200, likes: 0 },
      hidden: { status: 404, likes: 0 },
    },
  }

  const PAIRS = (['like', 'like/undo'] as const).flatMap((trigger) =>
    STATES.map((state) => [state, trigger, OUTCOMES[trigger][state]] as const),
  )

  async function into(state: State, discussion: Discussion): Promise<string> {
    const { ctx, send, comment, ann, bob, open } = discussion
    const level = state === 'hidden' ? 'private' : 'public'
    const { id } = await comment(ann, open, 'like me', level)
    if (state.endsWith('liked') && state !== 'not liked')
      await send('POST', `/api/comments/${id}/like`, bob)
    if (state.startsWith('suspended'))
      await ctx.db.updateTable('comments').set({ suspended_at: 1 }).execute()
    return id
  }

  const likesOf = async ({ send }: Discussion, id: string, as: UserRow) =>
    (await send('GET', `/api/comments/${id}`, as)).body.comment.likes_count

  test.each(PAIRS)('that is %s responds to %s with %j', async (state, trigger, outcome) => {
    const discussion = await startDiscussion()
    const id = await into(state, discussion)
    const { ann, bob, send } = discussion
    const { status } = await send('POST', `/api/comments/${id}/${trigger}`, bob)
    expect({ status, likes: await likesOf(discussion, id, ann) }).toEqual(outcome)
  })
})

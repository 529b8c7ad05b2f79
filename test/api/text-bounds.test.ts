import { describe, expect, test } from 'bun:test'
import { startModeration } from '../support/moderation'

const LIMIT = 'x'.repeat(10_000)
const TOO_LONG = `${LIMIT}x`
const refused = { status: 400, body: { message: 'invalid payload', status: 'error' } }

type Moderation = Awaited<ReturnType<typeof startModeration>>
type Way = (of: Moderation, text: string) => ReturnType<Moderation['send']>

/** Valid personal details, except for `changes`. */
const person = (changes: object) => ({
  first_name: null,
  last_name: null,
  location: null,
  bio: null,
  birth_date: null,
  ...changes,
})

/** The ways in which users write to each other, and the status of success. */
const WAYS: [what: string, ok: number, way: Way][] = [
  [
    'a comment',
    201,
    ({ send, ann, workout }, text) =>
      send('POST', `/api/workouts/${workout.short_id}/comments`, ann, {
        text,
        text_visibility: 'public',
      }),
  ],
  [
    'another text of a comment',
    200,
    ({ send, bob, comment }, text) =>
      send('PATCH', `/api/comments/${comment.short_id}`, bob, { text }),
  ],
  [
    'the note of a report',
    201,
    ({ send, eve }, note) =>
      send('POST', '/api/reports', eve, { note, object_id: 'bob', object_type: 'user' }),
  ],
  [
    'the note of a moderator',
    200,
    ({ send, mod, reports }, notes) =>
      send('PATCH', `/api/reports/${reports.user.id}`, mod, { notes }),
  ],
  [
    'the same by its other name',
    200,
    ({ send, mod, reports }, comment) =>
      send('PATCH', `/api/reports/${reports.user.id}`, mod, { comment }),
  ],
  ['the reason of a sanction', 201, ({ act }, reason) => act('user_warning', { reason })],
  [
    'an appeal',
    201,
    async ({ acted, send, bob }, text) => {
      const { id } = await acted('user_warning')
      return send('POST', `/api/auth/account/sanctions/${id}/appeal`, bob, { text })
    },
  ],
  [
    'the answer to an appeal',
    200,
    async ({ acted, send, look, bob, mod }, reason) => {
      const { id } = await acted('user_warning')
      await send('POST', `/api/auth/account/sanctions/${id}/appeal`, bob, { text: 'no' })
      const { report_actions } = await look('user')
      const { appeal } = report_actions.find((action: { id: string }) => action.id === id)
      return send('PATCH', `/api/appeals/${appeal.id}`, mod, { approved: false, reason })
    },
  ],
]

describe.each(WAYS)('%s', (_, ok, way) => {
  test('may have 10,000 characters', async () => {
    expect((await way(await startModeration(), LIMIT)).status).toBe(ok)
  })

  test('is rejected with 10,001 characters', async () => {
    const { status, body } = await way(await startModeration(), TOO_LONG)
    expect({ status, body }).toEqual(refused)
  })
})

describe.each([
  ['bio', 200],
  ['first_name', 80],
  ['last_name', 80],
  ['location', 80],
] as const)('the personal detail %s', (key, most) => {
  test(`has at most ${most} characters`, async () => {
    const { send, ann } = await startModeration()
    const save = (text: string) =>
      send('POST', '/api/auth/profile/edit', ann, person({ [key]: text }))
    expect((await save('é'.repeat(most))).status).toBe(200)
    const { status, body } = await save('é'.repeat(most + 1))
    expect({ status, body }).toEqual(refused)
  })
})

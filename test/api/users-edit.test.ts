import { describe, expect, test } from 'bun:test'
import { getUserById } from '@/store/db/queries/accounts/users'
import { INVALID_BODIES, invalidPayload } from '../support/accounts'
import { aUser } from '../support/factories'
import { startMailbox, tokenIn } from '../support/mailbox'
import {
  contactDetails,
  noCounts,
  noRelationship,
  personalDetails,
  plain,
  publicDetails,
  startPeople,
  withoutWorkouts,
} from '../support/people'

const PATH = '/api/users/bob'
const JSON_TYPE = { 'content-type': 'application/json' }
const refused = (message: string) => ({ status: 400, body: { message, status: 'error' } })
const FORBIDDEN = { status: 403, body: { message: 'you do not have permissions', status: 'error' } }
const UNKNOWN = { status: 404, body: { message: 'user does not exist', status: 'not found' } }

async function withMail() {
  const mailbox = await startMailbox()
  const people = await startPeople({ mail: mailbox.settings })
  const subjectsTo = async (address: string) => {
    await people.ctx.mail.idle()
    return mailbox.to(address).map(({ subject }) => subject)
  }
  return { ...people, mailbox, subjectsTo }
}

describe('PATCH /api/users/:name', () => {
  test.each(INVALID_BODIES)('rejects the body %s', async (body) => {
    const { call, admin } = await startPeople()
    const answer = await call('PATCH', PATH, { as: admin, body, headers: JSON_TYPE })
    expect(plain(answer)).toEqual(invalidPayload)
  })

  test.each([{ activate: 'yes' }, { activate: 1 }, { activate: '' }, { reset_password: 'true' }])(
    'rejects values of the wrong type: %j',
    async (json) => {
      const { send, admin } = await startPeople()
      expect(plain(await send('PATCH', PATH, admin, json))).toEqual(invalidPayload)
    },
  )

  test('checks in the documented order', async () => {
    const { ctx, send, admin } = await startPeople()
    await aUser(ctx, { username: 'boss', role: 'owner' })
    const patch = async (name: string, json: object) =>
      plain(await send('PATCH', `/api/users/${name}`, admin, json))
    const wrong = { role: 'king', new_email: 'nope' }
    expect(await patch('root', { ...wrong, role: 'owner', activate: false })).toEqual(FORBIDDEN)
    expect(await patch('nobody', { ...wrong, role: 'owner' })).toEqual(
      refused("'owner' can not be set via API, please user CLI instead"),
    )
    expect(await patch('nobody', wrong)).toEqual(UNKNOWN)
    expect(await patch('boss', wrong)).toEqual(
      refused('user with owner rights can not be modified'),
    )
    expect(await patch('bob', wrong)).toEqual(refused('invalid role'))
    expect(await patch('bob', { new_email: 'nope' })).toEqual(
      refused('valid email must be provided'),
    )
    expect(await patch('bob', { new_email: 'bob@example.com' })).toEqual(
      refused('new email must be different than current email'),
    )
    expect(await patch('bob', { new_email: 'ANN@example.com' })).toMatchObject({ status: 400 })
  })

  test.each([[5], [true], [['admin']], [{ name: 'admin' }], ['']])(
    'rejects the role %j',
    async (role) => {
      const { send, admin } = await startPeople()
      expect(plain(await send('PATCH', PATH, admin, { role }))).toEqual(refused('invalid role'))
    },
  )

  test.each([[5], [['a@example.com']], [''], ['a@b'], [`${'a'.repeat(250)}@example.com`]])(
    'rejects the email address %j',
    async (new_email) => {
      const { send, admin } = await startPeople()
      expect(plain(await send('PATCH', PATH, admin, { new_email }))).toEqual(
        refused('valid email must be provided'),
      )
    },
  )

  test('changes nothing when one of the changes is rejected', async () => {
    const { ctx, send, bob, admin } = await startPeople()
    const wrong = { role: 'admin', activate: false, new_email: 'ann@example.com' }
    expect((await send('PATCH', PATH, admin, wrong)).status).toBe(400)
    expect(await getUserById(ctx.db, bob.id)).toEqual(bob)
  })

  test('requires the exact case of the name', async () => {
    const { send, admin } = await startPeople()
    const answer = await send('PATCH', '/api/users/Bob', admin, { activate: true })
    expect(plain(answer)).toEqual(UNKNOWN)
  })

  test('returns the user as an administrator sees it, and ignores other keys', async () => {
    const { call, send, bob, admin } = await startPeople()
    const user = {
      ...publicDetails(bob, { role: 'moderator' }),
      ...contactDetails(bob),
      ...noRelationship,
      ...personalDetails,
      ...withoutWorkouts,
      ...noCounts,
      email_to_confirm: null,
    }
    expect(plain(await send('PATCH', PATH, admin, { role: 'moderator', nothing: 1 }))).toEqual({
      status: 200,
      body: { data: [user], status: 'success' },
    })
    const headers = { 'x-api-dialect': 'fittrackee' }
    const other = await call('PATCH', PATH, { as: admin, json: { nothing: 1 }, headers })
    expect(plain(other)).toEqual({
      status: 200,
      body: { data: { users: [user] }, status: 'success' },
    })
  })

  test.each([
    ['user', 0],
    ['moderator', 1],
    ['admin', 1],
  ] as const)('assigns the role %s, which activates moderators and above', async (role, active) => {
    const { ctx, send, admin } = await startPeople()
    const ghost = await aUser(ctx, { username: 'ghost', is_active: 0 })
    expect((await send('PATCH', '/api/users/ghost', admin, { role })).status).toBe(200)
    expect(await getUserById(ctx.db, ghost.id)).toMatchObject({ role, is_active: active })
  })

  test('activates and deactivates, even together with a role', async () => {
    const { ctx, send, bob, admin } = await startPeople()
    const stateAfter = async (json: object) => {
      const { body } = await send('PATCH', PATH, admin, json)
      const { is_active, role } = await getUserById(ctx.db, bob.id)
      expect(body.data[0]).toMatchObject({ is_active: is_active === 1, role })
      return `${role} ${is_active}`
    }
    expect(await stateAfter({ activate: false })).toBe('user 0')
    expect(await stateAfter({ activate: true })).toBe('user 1')
    expect(await stateAfter({ activate: false, role: 'admin' })).toBe('admin 1')
    expect(await stateAfter({ activate: false, role: 'user' })).toBe('user 0')
  })

  test('ignores null values', async () => {
    const { ctx, send, bob, admin } = await startPeople()
    const nothing = { activate: null, role: null, new_email: null, reset_password: null }
    expect((await send('PATCH', PATH, admin, nothing)).status).toBe(200)
    expect(await getUserById(ctx.db, bob.id)).toEqual(bob)
  })

  test('ends the sessions of deactivated users', async () => {
    const { send, bob, admin } = await startPeople()
    await send('PATCH', PATH, admin, { activate: false })
    expect((await send('GET', '/api/auth/profile', bob)).status).toBe(401)
  })

  test('invalidates the confirmation link of an account', async () => {
    const { send, mailbox, admin, subjectsTo } = await withMail()
    const account = { username: 'newcomer', email: 'new@example.com', password: 'correct horse' }
    await send('POST', '/api/auth/register', undefined, { ...account, accepted_policy: true })
    expect(await subjectsTo('new@example.com')).toEqual(['Milepost - Confirm your account'])
    const [mail] = mailbox.to('new@example.com')
    await send('PATCH', '/api/users/newcomer', admin, { activate: true })
    await send('PATCH', '/api/users/newcomer', admin, { activate: false })
    const token = mail ? tokenIn(mail) : ''
    const confirmed = await send('POST', '/api/auth/account/confirm', undefined, { token })
    expect(plain(confirmed)).toEqual(invalidPayload)
  })

  test('deletes notifications for moderators of users who no longer are', async () => {
    const { send, ann, bob, mod, admin } = await startPeople()
    const report = { note: 'rude', object_type: 'user', object_id: bob.username }
    await send('POST', '/api/reports', ann, report)
    const typesOf = async () =>
      (await send('GET', '/api/notifications/types', mod)).body.notification_types
    expect(await typesOf()).toEqual(['report'])
    await send('PATCH', '/api/users/mod', admin, { role: 'admin' })
    expect(await typesOf()).toEqual(['report'])
    await send('PATCH', '/api/users/mod', admin, { role: 'user' })
    expect(await typesOf()).toEqual([])
  })

  test('replaces the password by a random one and mails a link to choose another', async () => {
    const { send, bob, admin, mailbox, subjectsTo } = await withMail()
    const { status } = await send('PATCH', PATH, admin, { reset_password: true })
    expect(status).toBe(200)
    expect(await subjectsTo(bob.email)).toEqual([
      'Milepost - Password changed',
      'Milepost - Password reset request',
    ])
    expect((await send('GET', '/api/auth/profile', bob)).status).toBe(401)
    const mail = mailbox.to(bob.email).at(-1)
    const choice = { token: mail ? tokenIn(mail) : '', password: 'battery staple 7' }
    const update = await send('POST', '/api/auth/password/update', undefined, choice)
    expect(update.status).toBe(200)
  })

  test('does not change the password with reset_password: false', async () => {
    const { ctx, send, bob, admin } = await startPeople()
    await send('PATCH', PATH, admin, { reset_password: false })
    expect(await getUserById(ctx.db, bob.id)).toEqual(bob)
  })

  test('requires confirmation of a new email address while email is enabled', async () => {
    const { send, bob, admin, mailbox, subjectsTo } = await withMail()
    const { body } = await send('PATCH', PATH, admin, { new_email: 'new@example.com' })
    expect(body.data[0]).toMatchObject({ email: bob.email, email_to_confirm: 'new@example.com' })
    expect(await subjectsTo('new@example.com')).toEqual(['Milepost - Confirm email change'])
    expect(await subjectsTo(bob.email)).toEqual([])
    const [mail] = mailbox.to('new@example.com')
    const token = mail ? tokenIn(mail) : ''
    await send('POST', '/api/auth/email/update', undefined, { token })
    const after = await send('GET', PATH, admin)
    expect(after.body.data[0]).toMatchObject({ email: 'new@example.com', email_to_confirm: null })
  })

  test('replaces the email address at once while email is disabled', async () => {
    const { send, admin } = await startPeople()
    const { body } = await send('PATCH', PATH, admin, { new_email: 'new@example.com' })
    expect(body.data[0]).toMatchObject({ email: 'new@example.com', email_to_confirm: null })
  })
})

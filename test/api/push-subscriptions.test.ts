import { describe, expect, test } from 'bun:test'
import type { Config } from '@/lib/config/config'
import { writeTo } from '@/store/db/connections/transact'
import { deleteExpiredSessions } from '@/store/db/queries/accounts/sessions'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { aPerson, invalidPayload, noToken, PASSWORD, suspended } from '../support/accounts'
import { startServer } from '../support/client'
import { type FakeDevice, readVapid, startFakeDevice } from '../support/push-service'
import { aToken } from '../support/tokens'
import { aWorkout } from '../support/workouts'

const URL_PATH = '/api/push-subscriptions'
const CHROME =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'
const DAY = 86_400_000
const unknown = { message: 'push subscription not found', status: 'not found' }

/** Starts a server on which Ann is logged in on a phone, and Ben likes her workout. */
async function open(changes: Partial<Config> = {}) {
  const server = startServer({ webhookPrivateHosts: ['127.0.0.1'], ...changes })
  const { ctx, call } = server
  const ann = await aPerson(server, { username: 'ann', language: 'de' })
  const ben = await aPerson(server, { username: 'ben' })
  const { short_id } = await aWorkout(ctx, ann, { workout_visibility: 'public' })
  ctx.webhooks.start()
  const logIn = async ({ email }: UserRow = ann) => {
    const json = { email, password: PASSWORD }
    const headers = { 'user-agent': CHROME }
    const { body } = await call('POST', '/api/auth/login', { json, headers })
    return `Bearer ${body.auth_token}`
  }
  const phone = await logIn()
  const send = (method: string, path: string, json?: object, authorization = phone) =>
    call(method, path, { authorization, ...(json && { json }) })
  const subscribe = (device: Pick<FakeDevice, 'subscription'>, authorization = phone) =>
    send('POST', URL_PATH, device.subscription, authorization)
  const list = async (authorization = phone) =>
    (await send('GET', URL_PATH, undefined, authorization)).body.data.subscriptions
  const like = () => call('POST', `/api/workouts/${short_id}/like`, { as: ben })
  const sentTo = async (device: FakeDevice) => {
    await ctx.webhooks.idle()
    return device.messages
  }
  return { ...server, ann, ben, phone, short_id, logIn, send, subscribe, list, like, sentTo }
}

describe('POST /api/push-subscriptions', () => {
  test('needs a session of an account that is not suspended', async () => {
    const { call, ann, send, ctx, phone } = await open()
    const { subscription: json } = startFakeDevice()
    expect(await call('POST', URL_PATH, { json })).toMatchObject(noToken)
    const authorization = `Bearer ${await aToken(ctx, ann, 'notifications:write')}`
    expect((await call('POST', URL_PATH, { json, authorization })).status).toBe(401)
    expect(await call('POST', URL_PATH, { json, as: ann })).toMatchObject({
      ...{ status: 400, code: 'session_too_old' },
    })
    await ctx.db.updateTable('users').set({ suspended_at: 1 }).where('id', '=', ann.id).execute()
    expect(await send('POST', URL_PATH, json, phone)).toMatchObject(suspended)
  })

  test('rejects endpoints and keys with which nothing can be sent', async () => {
    const { send } = await open()
    const { subscription } = startFakeDevice()
    const { keys } = subscription
    const wrong = [
      {},
      { ...subscription, endpoint: '' },
      { ...subscription, endpoint: 'push' },
      { ...subscription, endpoint: 'http://push.example.com/a' },
      { ...subscription, endpoint: 'ftp://127.0.0.1/a' },
      { ...subscription, endpoint: 'https://a:b@push.example.com/a' },
      { ...subscription, endpoint: `https://push.example.com/${'a'.repeat(2000)}` },
      { endpoint: subscription.endpoint },
      { ...subscription, keys: { ...keys, auth: keys.auth.slice(1) } },
      { ...subscription, keys: { ...keys, auth: `${keys.auth}A` } },
      { ...subscription, keys: { ...keys, p256dh: keys.p256dh.slice(1) } },
      { ...subscription, keys: { ...keys, p256dh: 'A'.repeat(87) } },
    ]
    for (const json of wrong)
      expect(await send('POST', URL_PATH, json)).toMatchObject(invalidPayload)
  })

  test('accepts HTTP for a host in a private network, by its name or address', async () => {
    const { send } = await open({ webhookPrivateHosts: ['push.local', '::1'] })
    const { keys } = startFakeDevice().subscription
    const statusOf = async (endpoint: string) =>
      (await send('POST', URL_PATH, { endpoint, keys })).status
    expect(await statusOf('http://push.local/a')).toBe(201)
    expect(await statusOf('http://PUSH.local:8080/a')).toBe(201)
    expect(await statusOf('http://[::1]/a')).toBe(201)
    expect(await statusOf('http://127.0.0.1/a')).toBe(400)
  })

  test('lists the device, and replaces the subscription of its session', async () => {
    const { send, subscribe, list, clock, logIn } = await open()
    clock.set('2024-05-05T10:00:00Z')
    const device = {
      ...{ browser: 'Chrome', os: 'Android', is_current: true, id: expect.any(Number) },
      created_at: 'Sun, 05 May 2024 10:00:00 GMT',
    }
    const { status, body } = await subscribe(startFakeDevice())
    expect([status, body]).toEqual([201, { status: 'created', data: { subscription: device } }])
    await subscribe(startFakeDevice())
    expect(await list()).toEqual([device])
    expect((await send('GET', URL_PATH)).body.data.public_key).toMatch(/^B[-_\w]{86}$/)
    expect(await list(await logIn())).toEqual([{ ...device, is_current: false }])
  })

  test('gives a browser to the account that has subscribed last', async () => {
    const { subscribe, list, logIn, ben, like, sentTo } = await open()
    const device = startFakeDevice()
    const other = await logIn(ben)
    await subscribe(device)
    await subscribe(device, other)
    expect(await list()).toEqual([])
    expect(await list(other)).toHaveLength(1)
    await like()
    expect(await sentTo(device)).toEqual([])
  })

  test('allows 20 devices', async () => {
    const { subscribe, logIn, list } = await open()
    for (let count = 0; count < 20; count += 1)
      expect((await subscribe(startFakeDevice(), await logIn())).status).toBe(201)
    expect(await subscribe(startFakeDevice())).toMatchObject({
      ...{ status: 400, code: 'too_many_devices' },
    })
    expect(await list()).toHaveLength(20)
  })
})

describe('a device', () => {
  test('gets a notification in the language of its user, encrypted and signed', async () => {
    const { subscribe, like, sentTo, short_id, send, clock, ctx } = await open()
    const device = startFakeDevice()
    await subscribe(device)
    await like()
    const [sent] = await sentTo(device)
    const { short_id: tag } = await ctx.db
      .selectFrom('notifications')
      .select('short_id')
      .executeTakeFirstOrThrow()
    expect(sent?.message).toEqual({
      ...{ text: 'ben gefällt dein Training', path: `/workouts/${short_id}` },
      tag,
    })
    const { headers } = sent ?? { headers: new Headers() }
    expect(Object.fromEntries(headers)).toMatchObject({
      ...{ 'content-encoding': 'aes128gcm', 'content-type': 'application/octet-stream' },
      ...{ ttl: '604800', urgency: 'normal', topic: expect.stringMatching(/^[-_\w]{1,32}$/) },
    })
    const key = (await send('GET', URL_PATH)).body.data.public_key
    expect(readVapid(headers.get('authorization') ?? '')).toEqual({
      key,
      claims: {
        ...{ aud: device.origin, sub: 'http://localhost' },
        exp: Math.floor(clock.now() / 1000) + 12 * 3600,
      },
    })
  })

  test('can be tested, but not without end', async () => {
    const { subscribe, send, sentTo, list } = await open()
    const device = startFakeDevice(Array(9).fill(503))
    await subscribe(device)
    const [{ id }] = await list()
    const statuses: number[] = []
    for (let count = 0; count < 6; count += 1)
      statuses.push((await send('POST', `${URL_PATH}/${id}/test`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 400])
    expect((await sentTo(device))[0]?.message).toEqual({
      ...{ text: 'Das ist eine Test-Benachrichtigung', path: '/notifications', tag: 'test' },
    })
  })

  test.each([429, 500, 503])('gets a message again after status %d', async (status) => {
    const { subscribe, like, sentTo, ctx, clock, list } = await open()
    const device = startFakeDevice([status])
    await subscribe(device)
    await like()
    expect(await sentTo(device)).toHaveLength(1)
    clock.advance(10_000)
    ctx.webhooks.wake()
    const [first, second] = await sentTo(device)
    expect(second?.message).toEqual(first?.message ?? {})
    expect(second?.headers.get('topic')).toBe(first?.headers.get('topic') ?? '')
    expect(await list()).toHaveLength(1)
  })

  test.each([404, 410])('is deleted when its push service answers %d', async (status) => {
    const { subscribe, like, sentTo, ctx, list } = await open()
    const device = startFakeDevice([status])
    await subscribe(device)
    await like()
    expect(await sentTo(device)).toHaveLength(1)
    expect(await list()).toEqual([])
    expect(await ctx.db.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([])
  })

  test('is deleted when it could not be reached for two days', async () => {
    const { subscribe, like, sentTo, ctx, clock, list } = await open()
    const device = startFakeDevice(Array(20).fill(500))
    await subscribe(device)
    await like()
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await sentTo(device)
      clock.advance(DAY)
      ctx.webhooks.wake()
    }
    expect(await sentTo(device)).toHaveLength(9)
    expect(await list()).toEqual([])
  })

  test('is not reached in a private network', async () => {
    const { ctx, subscribe, send, list } = await open({ webhookPrivateHosts: [] })
    const device = startFakeDevice()
    const { port } = new URL(device.origin)
    const endpoint = `https://127.0.0.1:${port}/push/device`
    const { keys } = device.subscription
    await subscribe({ subscription: { endpoint, keys } })
    const [{ id }] = await list()
    await send('POST', `${URL_PATH}/${id}/test`)
    await ctx.webhooks.idle()
    const row = await ctx.db.selectFrom('webhook_deliveries').selectAll().executeTakeFirst()
    expect([row?.last_error, row?.attempts]).toEqual(['the host has a private address', 1])
    expect(device.messages).toEqual([])
  })

  test('gets nothing that its user has switched off, and is no webhook', async () => {
    const { subscribe, like, sentTo, send, ctx, ann } = await open()
    const device = startFakeDevice()
    const { id } = (await subscribe(device)).body.data.subscription
    const { body } = await send('GET', '/api/webhooks')
    expect(body.data.webhooks).toEqual([])
    expect((await send('DELETE', `/api/webhooks/${id}`)).status).toBe(404)
    const preferences = JSON.stringify({ workout_like: false }) as never
    const set = ctx.db.updateTable('users').set({ notification_preferences: preferences })
    await set.where('id', '=', ann.id).execute()
    await like()
    await send('POST', '/api/workouts/no_gpx', {
      ...{ sport_id: 5, title: 'Run', workout_date: '2024-05-04 08:00', duration: 1800 },
      distance: 5,
    })
    expect(await sentTo(device)).toEqual([])
  })
})

describe('a subscription ends', () => {
  test('with DELETE, by its user only', async () => {
    const { subscribe, send, list, logIn, ben, like, sentTo } = await open()
    const device = startFakeDevice()
    const { id } = (await subscribe(device)).body.data.subscription
    const other = await logIn(ben)
    const path = `${URL_PATH}/${id}`
    expect(await send('DELETE', path, undefined, other)).toMatchObject({ body: unknown })
    expect(await send('POST', `${path}/test`, undefined, other)).toMatchObject({ body: unknown })
    expect((await send('DELETE', path)).status).toBe(204)
    expect((await send('DELETE', path)).status).toBe(404)
    expect(await list()).toEqual([])
    await like()
    expect(await sentTo(device)).toEqual([])
  })

  test('with its session, by logging out or revoking it', async () => {
    const { subscribe, send, list, logIn } = await open()
    const tablet = await logIn()
    await subscribe(startFakeDevice())
    await subscribe(startFakeDevice(), tablet)
    await send('POST', '/api/auth/logout', undefined, tablet)
    expect(await list()).toHaveLength(1)
    const laptop = await logIn()
    await subscribe(startFakeDevice(), laptop)
    const { body } = await send('GET', '/api/auth/sessions')
    await send('DELETE', `/api/auth/sessions/${body.data.sessions[0].id}`)
    expect(await list()).toEqual([expect.objectContaining({ is_current: true })])
    await subscribe(startFakeDevice(), await logIn())
    await send('DELETE', '/api/auth/sessions')
    expect(await list()).toHaveLength(1)
  })

  test('when its session expires', async () => {
    const { subscribe, like, sentTo, ctx, clock, list, logIn } = await open()
    const device = startFakeDevice()
    await subscribe(device)
    clock.advance(31 * DAY)
    await like()
    expect(await sentTo(device)).toEqual([])
    await writeTo(ctx.db, (tx) => deleteExpiredSessions(tx, clock.now(), 10))
    expect(await list(await logIn())).toEqual([])
  })

  test('with the account', async () => {
    const { subscribe, send, ctx, sentTo } = await open()
    const device = startFakeDevice()
    await subscribe(device)
    await send('DELETE', '/api/users/ann', { password: PASSWORD })
    expect(await ctx.db.selectFrom('webhooks').selectAll().execute()).toEqual([])
    expect(await sentTo(device)).toEqual([])
  })
})

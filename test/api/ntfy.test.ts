import { describe, expect, test } from 'bun:test'
import english from '@/domain/reference/locales/en/mail.json'
import type { Config } from '@/lib/config/config'
import { aPerson } from '../support/accounts'
import { startServer } from '../support/client'
import { startFakeServer } from '../support/fake-server'
import { aWorkout } from '../support/workouts'

const TOKEN = 'tk_secret'
const EVENTS = ['notification.created']

/** Ann, whose notifications an ntfy server publishes, and Ben, who likes her workout. */
async function open(changes: Partial<Config> = {}, statuses: number[] = []) {
  const server = startServer({ webhookPrivateHosts: ['127.0.0.1'], ...changes })
  const ntfy = startFakeServer(() => new Response('{}', { status: statuses.shift() ?? 200 }))
  const ann = await aPerson(server, { username: 'ann', language: 'de' })
  const ben = await aPerson(server, { username: 'ben' })
  const { short_id } = await aWorkout(server.ctx, ann, { workout_visibility: 'public' })
  server.ctx.webhooks.start()
  const send = (method: string, path: string, json?: object, as = ann) =>
    server.call(method, path, { as, ...(json && { json }) })
  const create = (more: object = {}) =>
    send('POST', '/api/webhooks', {
      ...{ url: ntfy.url, events: EVENTS, ntfy: { topic: 'rides', token: TOKEN } },
      ...more,
    })
  const like = () => send('POST', `/api/workouts/${short_id}/like`, undefined, ben)
  const published = async () => {
    await server.ctx.webhooks.idle()
    return ntfy.asked.map(({ path, headers, body }) => ({
      ...{ path, authorization: headers.get('authorization') },
      message: JSON.parse(body),
    }))
  }
  return { ...server, ann, ben, ntfy, short_id, send, create, like, published }
}

describe('a topic of ntfy', () => {
  test('gets a notification in the language of its receiver', async () => {
    const { create, like, published, short_id } = await open()
    const { status, body } = await create()
    expect([status, body.data.webhook.secret, body.data.webhook.topic]).toEqual([
      ...[201, null, 'rides'],
    ])
    await like()
    expect(await published()).toEqual([
      {
        ...{ path: '/', authorization: `Bearer ${TOKEN}` },
        message: {
          ...{ topic: 'rides', title: 'Milepost', message: 'ben gefällt dein Training' },
          click: `http://localhost/workouts/${short_id}`,
          ...{ priority: 3, tags: ['heart'] },
        },
      },
    ])
  })

  test('gets nothing that its user has switched off, or may not see', async () => {
    const { create, like, published, send, ctx, ann, ben } = await open()
    await create()
    const preferences = JSON.stringify({ workout_like: false })
    const set = ctx.db.updateTable('users').where('id', '=', ann.id)
    await set.set({ notification_preferences: preferences as never }).execute()
    await like()
    expect(await published()).toEqual([])
    await set.set({ notification_preferences: '{}' as never }).execute()
    await ctx.db
      .insertInto('blocks')
      .values({ blocker_id: ann.id, blocked_id: ben.id, created_at: 0 })
      .execute()
    await send('POST', '/api/users/ann/follow', undefined, ben)
    expect(await published()).toEqual([])
  })

  test('is tried again after a failure, and can be tested', async () => {
    const { create, published, send, ctx, clock } = await open({}, [503])
    const { id } = (await create()).body.data.webhook
    expect((await send('POST', `/api/webhooks/${id}/test`)).status).toBe(201)
    expect(await published()).toHaveLength(1)
    clock.advance(10_000)
    ctx.webhooks.wake()
    const messages = await published()
    expect(messages).toHaveLength(2)
    expect(messages[1]?.message).toMatchObject({
      ...{ topic: 'rides', message: 'Das ist eine Test-Benachrichtigung' },
      click: 'http://localhost/notifications',
    })
  })

  test('has a token that is encrypted, never returned, and kept by other changes', async () => {
    const { create, published, send, ctx } = await open()
    const created = await create()
    const { id } = created.body.data.webhook
    const [row] = await ctx.db.selectFrom('webhooks').selectAll().execute()
    expect(row?.sealed_secret.toString('latin1')).not.toContain(TOKEN)
    const changed = await send('PATCH', `/api/webhooks/${id}`, { ntfy: { topic: 'other' } })
    const list = await send('GET', '/api/webhooks')
    expect(JSON.stringify([created.body, changed.body, list.body])).not.toContain(TOKEN)
    await send('POST', `/api/webhooks/${id}/test`)
    await send('PATCH', `/api/webhooks/${id}`, { ntfy: { topic: 'other', token: '' } })
    expect((await published())[0]).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      message: { topic: 'other' },
    })
    await send('POST', `/api/webhooks/${id}/test`)
    expect((await published())[1]?.authorization).toBeNull()
  })

  test('is not reached in a private network', async () => {
    const { create, published, send } = await open({ webhookPrivateHosts: [] })
    const { id } = (await create()).body.data.webhook
    await send('POST', `/api/webhooks/${id}/test`)
    expect(await published()).toEqual([])
    const { body } = await send('GET', `/api/webhooks/${id}/deliveries`)
    expect(body.data.deliveries[0].last_error).toBe('the host has a private address')
  })

  test('needs the root of a server, a valid topic and no other events', async () => {
    const { create, send, ntfy } = await open()
    const wrong = [
      { url: `${ntfy.url}/rides` },
      { events: ['workout.created'] },
      { ntfy: { topic: 'a/b' } },
      { ntfy: { topic: '' } },
      { ntfy: { topic: 'a', token: 'x\r\ny: z' } },
    ]
    for (const input of wrong) expect((await create(input)).status).toBe(400)
    const { id } = (await create()).body.data.webhook
    expect((await send('POST', `/api/webhooks/${id}/secret`)).status).toBe(400)
  })
})

test('a webhook may get notifications, too', async () => {
  const { create, like, published, short_id } = await open()
  await create({ ntfy: undefined })
  await like()
  const [{ message } = { message: undefined }] = await published()
  expect(message.type).toBe('notification.created')
  expect(message.data.notification).toEqual({
    ...{ id: expect.any(String), type: 'workout_like', from: 'ben' },
    text: 'ben gefällt dein Training',
    url: `http://localhost/workouts/${short_id}`,
  })
})

test('messages have the texts of the web UI', async () => {
  const texts = await Bun.file('src/domain/reference/locales/en/web.json').json()
  for (const [key, text] of Object.entries(english))
    if (key.startsWith('notification.') && key !== 'notification.test')
      expect([key, texts[key]]).toEqual([key, text])
})

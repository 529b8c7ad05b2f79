import { describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import type { Config } from '@/lib/config/config'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { aPerson } from '../support/accounts'
import { startServer } from '../support/client'
import { aModerator, anAdmin } from '../support/factories'
import { neverResponds, startFakeServer } from '../support/fake-server'
import { startMailbox } from '../support/mailbox'

const ENTRY = {
  ...{ sport_id: 5, title: 'Run', workout_date: '2024-05-04 08:00', duration: 1800 },
  distance: 5,
}
const HOUR = 3_600_000

/** A server with Ann, whose webhooks lead to a receiver on this machine. */
async function open(
  answer: () => Response | Promise<Response> = () => new Response('ok'),
  changes: Partial<Config> = {},
) {
  const server = startServer({ webhookPrivateHosts: ['127.0.0.1'], ...changes })
  const receiver = startFakeServer(answer)
  const ann = await aPerson(server, { username: 'ann' })
  server.ctx.webhooks.start()
  const call = async (method: string, path: string, json?: object, as: UserRow = ann) =>
    server.call(method, path, { as, ...(json && { json }) })
  const create = async (events: string[], as: UserRow = ann, url = `${receiver.url}/hook?a=b`) =>
    (await call('POST', '/api/webhooks', { url, events }, as)).body.data.webhook
  const deliveriesOf = async ({ id }: { id: number }, as: UserRow = ann) =>
    (await call('GET', `/api/webhooks/${id}/deliveries`, undefined, as)).body.data.deliveries
  const sent = async () => {
    await server.ctx.webhooks.idle()
    return receiver.asked
  }
  return { ...server, ann, receiver, send: call, create, deliveriesOf, sent }
}

const verify = (secret: string, headers: Headers, body: string) => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

describe('a webhook', () => {
  test('gets a signed message about a new workout, and later ones about its changes', async () => {
    const { send, create, sent, deliveriesOf, clock } = await open()
    clock.set('2024-05-05T10:00:00Z')
    const webhook = await create(['workout.created', 'workout.changed', 'workout.deleted'])
    const { body } = await send('POST', '/api/workouts/no_gpx', ENTRY)
    const [{ id }] = body.data.workouts
    const [message] = await sent()
    expect(JSON.parse(message?.body ?? '')).toEqual({
      type: 'workout.created',
      timestamp: '2024-05-05T10:00:00.000Z',
      data: {
        workout: {
          ...{ id, title: 'Run', sport_id: 5, sport: 'Running', start: '2024-05-04T06:00:00.000Z' },
          ...{ distance: 5, duration: 1800, moving: 1800, ascent: null, ave_hr: null },
          is_suspended: false,
          url: `http://localhost/workouts/${id}`,
          api_url: `http://localhost/api/workouts/${id}`,
        },
      },
    })
    const headers = message?.headers ?? new Headers()
    expect(headers.get('webhook-timestamp')).toBe('1714903200')
    expect(headers.get('webhook-signature')).toBe(
      verify(webhook.secret, headers, message?.body ?? ''),
    )
    const [delivery] = await deliveriesOf(webhook)
    expect(delivery).toEqual({
      ...{ attempts: 1, event: 'workout.created', id: headers.get('webhook-id') },
      ...{ last_error: null, last_status: 200, next_attempt_at: null },
      created_at: 'Sun, 05 May 2024 10:00:00 GMT',
      delivered_at: 'Sun, 05 May 2024 10:00:00 GMT',
    })
    await send('PATCH', `/api/workouts/${id}`, { title: 'Long run' })
    await send('DELETE', `/api/workouts/${id}`)
    const events = (await sent()).map((each) => JSON.parse(each.body))
    expect(events.slice(1).map(({ type, data }) => [type, data.workout.id])).toEqual([
      ['workout.changed', id],
      ['workout.deleted', id],
    ])
  })

  test('gets only the events that its owner has chosen', async () => {
    const { send, create, sent } = await open()
    await create(['workout.deleted'])
    await send('POST', '/api/workouts/no_gpx', ENTRY)
    expect(await sent()).toEqual([])
  })

  test('never delays a request, however slow its receiver is', async () => {
    const { send, create, ctx } = await open(neverResponds)
    await create(['workout.created'])
    expect((await send('POST', '/api/workouts/no_gpx', ENTRY)).status).toBe(201)
    expect(await ctx.db.selectFrom('webhook_deliveries').selectAll().execute()).toHaveLength(1)
  })

  test('is not notified of a change that was rolled back', async () => {
    const { send, create, sent, ctx } = await open()
    await create(['workout.created'])
    await send('POST', '/api/workouts/no_gpx', { ...ENTRY, sport_id: 'none' })
    expect(await sent()).toEqual([])
    expect(await ctx.db.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([])
  })

  test('is tried again after a failure, with the same id, and turned off in the end', async () => {
    const mailbox = await startMailbox()
    const { send, create, sent, deliveriesOf, clock, ctx, ann } = await open(
      () => new Response(null, { status: 500 }),
      { mail: mailbox.settings },
    )
    const webhook = await create(['workout.created'])
    await send('POST', '/api/workouts/no_gpx', ENTRY)
    for (let times = 0; times < 8; times += 1) {
      await sent()
      clock.advance(21 * HOUR)
      ctx.webhooks.wake()
    }
    const messages = await sent()
    expect([messages.length, new Set(messages.map((each) => each.body)).size]).toEqual([9, 1])
    expect(new Set(messages.map(({ headers }) => headers.get('webhook-id'))).size).toBe(1)
    const [delivery] = await deliveriesOf(webhook)
    expect([delivery.attempts, delivery.last_status, delivery.next_attempt_at]).toEqual([
      ...[9, 500, null],
    ])
    const list = await send('GET', '/api/webhooks')
    expect(list.body.data.webhooks[0].disabled_at).not.toBeNull()
    await send('POST', '/api/workouts/no_gpx', ENTRY)
    expect(await sent()).toHaveLength(9)
    await ctx.mail.idle()
    expect(mailbox.to(ann.email)).toHaveLength(1)
    await send('PATCH', `/api/webhooks/${webhook.id}`, { is_active: true })
    await send('POST', '/api/workouts/no_gpx', ENTRY)
    expect(await sent()).toHaveLength(10)
  })

  test('is turned off at once when the receiver says that it is gone', async () => {
    const { send, create, sent } = await open(() => new Response(null, { status: 410 }))
    await create(['workout.created'])
    await send('POST', '/api/workouts/no_gpx', ENTRY)
    await sent()
    const { body } = await send('GET', '/api/webhooks')
    expect(body.data.webhooks[0].disabled_at).not.toBeNull()
  })

  test('follows no redirect', async () => {
    const other = startFakeServer(() => new Response('secret'))
    const { send, create, sent, deliveriesOf } = await open(() => Response.redirect(other.url, 307))
    const webhook = await create(['workout.created'])
    await send('POST', '/api/workouts/no_gpx', ENTRY)
    await sent()
    expect(other.asked).toEqual([])
    expect((await deliveriesOf(webhook))[0].last_status).toBe(307)
  })

  test('can be tested, and a delivery sent again', async () => {
    const { send, create, sent } = await open()
    const { id } = await create(['workout.created'])
    const { body } = await send('POST', `/api/webhooks/${id}/test`)
    expect(JSON.parse((await sent())[0]?.body ?? '')).toMatchObject({
      type: 'test',
      data: { user: 'ann' },
    })
    const retry = `/api/webhooks/${id}/deliveries/${body.data.delivery.id}/retry`
    expect((await send('POST', retry)).status).toBe(200)
    const ids = (await sent()).map(({ headers }) => headers.get('webhook-id'))
    expect(ids).toEqual([body.data.delivery.id, body.data.delivery.id])
  })

  test('has a secret that is returned once, encrypted, and can be replaced', async () => {
    const { send, create, sent, ctx } = await open()
    const webhook = await create(['workout.created'])
    expect(webhook.secret).toMatch(/^whsec_[\w+/]{32}$/)
    const [row] = await ctx.db.selectFrom('webhooks').selectAll().execute()
    expect(row?.sealed_secret.toString('latin1')).not.toContain(webhook.secret.slice(6))
    const list = await send('GET', '/api/webhooks')
    expect(JSON.stringify(list.body)).not.toContain('whsec_')
    const rotated = await send('POST', `/api/webhooks/${webhook.id}/secret`)
    const { secret } = rotated.body.data.webhook
    expect(secret).not.toBe(webhook.secret)
    await send('POST', `/api/webhooks/${webhook.id}/test`)
    const [message] = await sent()
    const headers = message?.headers ?? new Headers()
    expect(headers.get('webhook-signature')).toBe(verify(secret, headers, message?.body ?? ''))
  })
})

describe('a webhook to a private network', () => {
  test('is not connected to, whatever its name or form', async () => {
    const { send, create, sent, deliveriesOf, receiver, ann } = await open(undefined, {
      webhookPrivateHosts: [],
    })
    const port = new URL(receiver.url).port
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '[::ffff:127.0.0.1]']) {
      const webhook = await create(['workout.created'], ann, `http://${host}:${port}/`)
      await send('POST', `/api/webhooks/${webhook.id}/test`)
      expect(await sent()).toEqual([])
      const [delivery] = await deliveriesOf(webhook)
      expect([host, delivery.last_error]).toEqual([host, 'the host has a private address'])
    }
  })

  test('is allowed only if the settings name its host', async () => {
    const { send, create, sent, receiver, ann } = await open(undefined, {
      webhookPrivateHosts: ['localhost'],
    })
    const { port } = new URL(receiver.url)
    const named = await create(['workout.created'], ann, `http://localhost:${port}/`)
    const other = await create(['workout.created'], ann, `http://127.0.0.1:${port}/`)
    for (const { id } of [named, other]) await send('POST', `/api/webhooks/${id}/test`)
    expect(await sent()).toHaveLength(1)
  })
})

describe('the API of webhooks', () => {
  test('rejects unusable URLs and events that are not for the caller', async () => {
    const { send } = await open()
    const events = ['workout.created']
    for (const url of ['', 'ftp://example.org/', 'x', 'https://a:b@example.org/', 'file:///etc'])
      expect((await send('POST', '/api/webhooks', { url, events })).status).toBe(400)
    const url = 'https://example.org/'
    for (const wrong of [[], ['test'], ['report.created'], ['backup.failed']])
      expect((await send('POST', '/api/webhooks', { url, events: wrong })).status).toBe(400)
  })

  test('limits the number of webhooks and of waiting tests', async () => {
    const { send, create } = await open(neverResponds)
    const { id } = await create(['workout.created'])
    for (let times = 1; times < 10; times += 1) await create(['workout.created'])
    const more = { url: 'https://example.org/', events: ['workout.created'] }
    expect((await send('POST', '/api/webhooks', more)).status).toBe(400)
    const statuses = []
    for (let times = 0; times < 6; times += 1)
      statuses.push((await send('POST', `/api/webhooks/${id}/test`)).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 400])
  })

  test('shows and changes only webhooks of the caller', async () => {
    const { send, create, ctx, ...server } = await open()
    const { id } = await create(['workout.created'])
    const ben = await aPerson({ ctx, ...server }, { username: 'ben' })
    const path = `/api/webhooks/${id}`
    expect((await send('GET', '/api/webhooks', undefined, ben)).body.data.webhooks).toEqual([])
    expect((await send('GET', `${path}/deliveries`, undefined, ben)).status).toBe(404)
    expect((await send('PATCH', path, { is_active: false }, ben)).status).toBe(404)
    for (const action of ['secret', 'test'])
      expect((await send('POST', `${path}/${action}`, undefined, ben)).status).toBe(404)
    expect((await send('DELETE', path, undefined, ben)).status).toBe(404)
    expect((await send('DELETE', path)).status).toBe(204)
  })

  test('records changes in the audit log', async () => {
    const { send, create, ctx } = await open()
    const { id } = await create(['workout.created'])
    await send('PATCH', `/api/webhooks/${id}`, { is_active: false })
    await send('DELETE', `/api/webhooks/${id}`)
    const rows = await ctx.db.selectFrom('audit_entries').select('action').orderBy('id').execute()
    expect(rows.map(({ action }) => action).filter((name) => name.startsWith('webhook'))).toEqual([
      ...['webhook_created', 'webhook_changed', 'webhook_deleted'],
    ] as never)
  })
})

describe('events of the server', () => {
  test('reach moderators and administrators who have chosen them', async () => {
    const server = await open()
    const { send, create, sent, ctx, ann } = server
    const mod = await aModerator(ctx)
    const admin = await anAdmin(ctx)
    await create(['report.created'], mod)
    await create(['report.created', 'backup.failed'], admin)
    await aPerson(server, { username: 'eve' })
    const report = { object_id: 'eve', object_type: 'user', note: 'rude' }
    expect((await send('POST', '/api/reports', report, ann)).status).toBe(201)
    const messages = (await sent()).map(({ body }) => JSON.parse(body))
    expect(messages.map(({ type, data }) => [type, data.report.object_type])).toEqual([
      ['report.created', 'user'],
      ['report.created', 'user'],
    ])
  })
})

import { expect, test } from 'bun:test'
import { openDatabase } from '@/store/db/connections/open'
import { migrateTo } from '../support/migrate-to'

const WEBHOOK = { user_id: 1, sealed_secret: Buffer.from('x'), events: '[]', created_at: 1 }
const DELIVERY = { event: 'test', body: '{}', created_at: 2, attempts: 3, next_attempt_at: 4 }

test('webhooks, topics and their deliveries stay when push subscriptions are added', async () => {
  const database = openDatabase(':memory:')
  const { sqlite } = database
  await migrateTo(database, '0438-notification-services')
  sqlite
    .prepare('insert into users (username, email, password_hash, created_at) values (?, ?, ?, 0)')
    .run('ann', 'ann@example.org', '')
  const insertWebhook = sqlite.prepare(
    `insert into webhooks (user_id, url, sealed_secret, events, created_at, kind, topic)
     values (@user_id, @url, @sealed_secret, @events, @created_at, @kind, @topic)`,
  )
  insertWebhook.run({ ...WEBHOOK, url: 'https://a.example/', kind: 'webhook', topic: null })
  insertWebhook.run({ ...WEBHOOK, url: 'https://b.example/', kind: 'ntfy', topic: 'rides' })
  const insertDelivery = sqlite.prepare(
    `insert into webhook_deliveries (short_id, webhook_id, event, body, created_at, attempts, next_attempt_at)
     values (@short_id, @webhook_id, @event, @body, @created_at, @attempts, @next_attempt_at)`,
  )
  insertDelivery.run({ ...DELIVERY, short_id: 'one', webhook_id: 1 })
  insertDelivery.run({ ...DELIVERY, short_id: 'two', webhook_id: 2 })
  const read = () => ({
    webhooks: sqlite.prepare('select * from webhooks order by id').all(),
    deliveries: sqlite.prepare('select * from webhook_deliveries order by id').all(),
  })
  const before = read()
  await migrateTo(database, '0440-push-subscriptions')
  expect(read()).toEqual({
    webhooks: before.webhooks.map((row) => ({ ...Object(row), session_id: null })),
    deliveries: before.deliveries,
  })
  sqlite.prepare('delete from webhooks where id = 1').run()
  expect(sqlite.prepare('select short_id from webhook_deliveries').pluck().all()).toEqual(['two'])
  const isRejected = (kind: string, topic: string | null) =>
    expect(() => insertWebhook.run({ ...WEBHOOK, url: 'u', kind, topic })).toThrow('CHECK')
  isRejected('push', null)
  isRejected('ntfy', null)
  isRejected('other', null)
  expect(sqlite.pragma('foreign_key_check')).toEqual([])
})

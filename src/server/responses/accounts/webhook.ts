import { type Static, Type } from '@sinclair/typebox'
import { formatHttpDate } from '@/lib/time/http-date'
import { nullable, numericId, oneOf, text, timestamp } from '@/server/responses/fields'
import type { DeliveryRow, WebhookRow } from '@/store/db/queries/accounts/webhooks'
import { fromJson, WEBHOOK_EVENTS } from '@/store/db/schema/columns'

const EVENT_TEXT = 'What happened.'

export const webhook = Type.Object(
  {
    created_at: timestamp('When the webhook was created.'),
    disabled_at: nullable(timestamp('When it was turned off; null: it is on.')),
    events: Type.Array(oneOf(WEBHOOK_EVENTS, EVENT_TEXT), {
      description: 'The events that are delivered.',
    }),
    id: numericId('Number of the webhook in URLs of this API.'),
    topic: nullable(
      text('The topic of the ntfy server to which notifications are published; null: a webhook.'),
    ),
    url: text('Where events are posted.'),
  },
  { $id: 'Webhook', description: 'A URL that is notified of events, without its secret.' },
)

export const webhookWithSecret = Type.Object(
  {
    ...webhook.properties,
    secret: nullable(
      text(
        'Signs the deliveries (Standard Webhooks). It is returned only here; it cannot be retrieved later. Null for a topic of ntfy.',
      ),
    ),
  },
  { $id: 'WebhookWithSecret', description: 'A webhook with its new secret.' },
)

export const webhookDelivery = Type.Object(
  {
    attempts: Type.Integer({ description: 'Attempts so far.' }),
    created_at: timestamp('When the event happened.'),
    delivered_at: nullable(timestamp('When it was delivered; null: not yet, or never.')),
    event: oneOf([...WEBHOOK_EVENTS, 'test'], EVENT_TEXT),
    id: text('The `webhook-id` of the delivery, the same in every attempt.'),
    last_error: nullable(text('Why the last attempt got no response; null: it got one.')),
    last_status: nullable(Type.Integer({ description: 'HTTP status of the last response.' })),
    next_attempt_at: nullable(timestamp('When it will be attempted; null: no further attempts.')),
  },
  { $id: 'WebhookDelivery', description: 'A delivery of an event to a webhook.' },
)

const orNull = (time: number | null) => (time === null ? null : formatHttpDate(time))

/** A webhook, for its owner. */
export const presentWebhook = (row: WebhookRow): Static<typeof webhook> => ({
  created_at: formatHttpDate(row.created_at),
  disabled_at: orNull(row.disabled_at),
  events: fromJson(row.events),
  id: row.id,
  topic: row.topic,
  url: row.url,
})

/** A delivery, for the owner of its webhook. */
export const presentDelivery = (row: DeliveryRow): Static<typeof webhookDelivery> => ({
  attempts: row.attempts,
  created_at: formatHttpDate(row.created_at),
  delivered_at: orNull(row.delivered_at),
  event: row.event,
  id: row.short_id,
  last_error: row.last_error,
  last_status: row.last_status,
  next_attempt_at: orNull(row.next_attempt_at),
})

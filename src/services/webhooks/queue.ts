import type { Ids } from '@/lib/text/ids'
import type { Clock } from '@/lib/time/clock'
import type { Db } from '@/store/db/connections/open'
import type { InTransaction } from '@/store/db/connections/transact'
import {
  countWaitingDeliveries,
  insertDelivery,
  listActiveWebhooks,
  type WebhookRow,
} from '@/store/db/queries/accounts/webhooks'
import { type DeliveredEvent, fromJson, type WebhookEvent } from '@/store/db/schema/columns'
import type { WebhookDelivery } from './delivery'

/** What queueing an event requires. */
export interface EventDeps {
  db: Db
  clock: Clock
  ids: Ids
  webhooks: WebhookDelivery
}

/** Deliveries that may wait for one webhook. Events beyond that are not delivered. */
const MAX_WAITING = 500

/**
 * Queues an event for the webhooks of users, in the transaction that causes it, so that both are committed or neither.
 * Deliveries start after the commit.
 */
export async function queueEvent(
  tx: InTransaction<EventDeps>,
  userIds: readonly number[],
  event: WebhookEvent,
  data: () => object | Promise<object>,
): Promise<void> {
  const webhooks = await listActiveWebhooks(tx.db, userIds, tx.clock.now())
  const wanted = webhooks.filter(({ events }) => fromJson(events).includes(event))
  for (const webhook of wanted)
    if ((await countWaitingDeliveries(tx.db, webhook.id)) < MAX_WAITING)
      await queueDelivery(tx, webhook, event, await data())
}

/** Queues a delivery to one webhook. */
export async function queueDelivery(
  tx: InTransaction<EventDeps>,
  { id }: Pick<WebhookRow, 'id'>,
  event: DeliveredEvent,
  data: object,
) {
  const now = tx.clock.now()
  const delivery = await insertDelivery(tx.db, {
    short_id: tx.ids.shortId(),
    webhook_id: id,
    event,
    body: JSON.stringify({ type: event, timestamp: new Date(now).toISOString(), data }),
    created_at: now,
    next_attempt_at: now,
  })
  tx.afterCommit(() => tx.webhooks.wake())
  return delivery
}

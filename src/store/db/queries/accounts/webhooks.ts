import type { Insertable, Selectable } from 'kysely'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { WebhookDeliveriesTable, WebhooksTable } from '@/store/db/schema/tables.gen'

export type WebhookRow = Selectable<WebhooksTable>
export type DeliveryRow = Selectable<WebhookDeliveriesTable>

export const insertWebhook = (db: Tx, webhook: Insertable<WebhooksTable>): Promise<WebhookRow> =>
  db.insertInto('webhooks').values(webhook).returningAll().executeTakeFirstOrThrow()

/** The webhooks and ntfy topics of a user in the order of their creation. Their number is limited. */
export const listWebhooks = (db: Db, userId: number): Promise<WebhookRow[]> =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '<>', 'push')
    .orderBy('id')
    .execute()

/** The webhooks, ntfy topics and push subscriptions of users that are not disabled, and whose session has not expired. */
export const listActiveWebhooks = (
  db: Db,
  userIds: readonly number[],
  now: number,
): Promise<WebhookRow[]> =>
  userIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('webhooks')
        .leftJoin('sessions', 'sessions.id', 'webhooks.session_id')
        .selectAll('webhooks')
        .where('webhooks.user_id', 'in', userIds)
        .where('disabled_at', 'is', null)
        .where((eb) => eb.or([eb('session_id', 'is', null), eb('expires_at', '>', now)]))
        .execute()

/** Finds a webhook or ntfy topic of a user. */
export const findWebhook = (
  db: Db,
  { id, userId }: { id: number; userId: number },
): Promise<WebhookRow | undefined> =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('kind', '<>', 'push')
    .executeTakeFirst()

export const updateWebhook = (
  db: Tx,
  id: number,
  changes: Partial<Insertable<WebhooksTable>>,
): Promise<WebhookRow> =>
  db
    .updateTable('webhooks')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const deleteWebhook = (db: Tx, id: number) =>
  db.deleteFrom('webhooks').where('id', '=', id).execute()

export const insertDelivery = (
  db: Tx,
  delivery: Insertable<WebhookDeliveriesTable>,
): Promise<DeliveryRow> =>
  db.insertInto('webhook_deliveries').values(delivery).returningAll().executeTakeFirstOrThrow()

/** The newest deliveries of a webhook. */
export const listDeliveries = (db: Db, webhookId: number, limit: number): Promise<DeliveryRow[]> =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const findDelivery = (
  db: Db,
  { shortId, webhookId }: { shortId: string; webhookId: number },
): Promise<DeliveryRow | undefined> =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('short_id', '=', shortId)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst()

/** Counts the deliveries of a webhook that are waiting for their next attempt. */
export async function countWaitingDeliveries(db: Db, webhookId: number): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('webhook_id', '=', webhookId)
    .where('next_attempt_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

/** A delivery with what is needed to send it. */
export type DueDelivery = DeliveryRow &
  Pick<WebhookRow, 'kind' | 'sealed_secret' | 'topic' | 'url' | 'user_id'>

/**
 * The oldest due delivery of each webhook, of up to `limit` webhooks. A delivery that is due only after `latest` was
 * queued before the clock was set back, and is due as well.
 */
export const listDueDeliveries = (
  db: Db,
  { now, latest, limit }: { now: number; latest: number; limit: number },
): Promise<DueDelivery[]> =>
  db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .selectAll('webhook_deliveries')
    .select(['webhooks.kind', 'webhooks.topic', 'webhooks.url'])
    .select(['webhooks.sealed_secret', 'webhooks.user_id'])
    .where('webhook_deliveries.id', 'in', (due) =>
      due
        .selectFrom('webhook_deliveries')
        .select(({ fn }) => fn.min('id').as('id'))
        .where('next_attempt_at', 'is not', null)
        .where((eb) =>
          eb.or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', latest)]),
        )
        .groupBy('webhook_id')
        .limit(limit),
    )
    .execute()

/** When the next delivery is due; undefined when none is waiting. */
export async function findNextDeliveryTime(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('next_attempt_at')
    .where('next_attempt_at', 'is not', null)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_attempt_at ?? undefined
}

export const updateDelivery = (
  db: Tx,
  id: number,
  changes: Partial<Insertable<WebhookDeliveriesTable>>,
) => db.updateTable('webhook_deliveries').set(changes).where('id', '=', id).execute()

/** Ends all waiting deliveries of a webhook. */
export const endWaitingDeliveries = (db: Tx, webhookId: number) =>
  db
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: null })
    .where('webhook_id', '=', webhookId)
    .where('next_attempt_at', 'is not', null)
    .execute()

/** Deletes finished deliveries from before a time, up to `limit`. Returns their number. */
export async function deleteDeliveriesBefore(db: Tx, before: number, limit: number) {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', (old) =>
      old
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('created_at', '<', before)
        .where('next_attempt_at', 'is', null)
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

import type { Insertable, Selectable } from 'kysely'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { SessionsTable, WebhooksTable } from '@/store/db/schema/tables.gen'
import { insertWebhook, type WebhookRow } from './webhooks'

/** A push subscription with the session that created it, and its device. */
export type PushSubscriptionRow = Pick<WebhookRow, 'id' | 'created_at'> &
  Pick<Selectable<SessionsTable>, 'browser' | 'os' | 'token_hash'>

const subscriptionsOf = (db: Db, userId: number) =>
  db
    .selectFrom('webhooks')
    .innerJoin('sessions', 'sessions.id', 'webhooks.session_id')
    .where('webhooks.user_id', '=', userId)

/** The push subscriptions of a user in the order of their creation. Their number is limited. */
export const listPushSubscriptions = (db: Db, userId: number): Promise<PushSubscriptionRow[]> =>
  subscriptionsOf(db, userId)
    .select(['webhooks.id', 'webhooks.created_at', 'browser', 'os', 'token_hash'])
    .orderBy('webhooks.id')
    .execute()

export const findPushSubscription = (
  db: Db,
  { id, userId }: { id: number; userId: number },
): Promise<Pick<WebhookRow, 'id'> | undefined> =>
  subscriptionsOf(db, userId).select('webhooks.id').where('webhooks.id', '=', id).executeTakeFirst()

/**
 * Inserts a subscription. Replaces that of the same session, and one with the same endpoint, also of another user: a
 * browser has one endpoint for all of its users.
 */
export async function replacePushSubscription(
  db: Tx,
  subscription: Insertable<WebhooksTable> & { session_id: number },
): Promise<WebhookRow> {
  const { url, session_id } = subscription
  await db
    .deleteFrom('webhooks')
    .where('kind', '=', 'push')
    .where((eb) => eb.or([eb('url', '=', url), eb('session_id', '=', session_id)]))
    .execute()
  return insertWebhook(db, { ...subscription, kind: 'push' })
}

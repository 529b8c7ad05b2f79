import { badRequest, invalidPayload, notFound } from '@/lib/errors'
import { hostOf } from '@/lib/network/post-outside'
import { hashText } from '@/lib/text/digest'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { areDeviceKeys, type DeviceKeys } from '@/services/webhooks/push-encryption'
import { queueDelivery } from '@/services/webhooks/queue'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import {
  findPushSubscription,
  listPushSubscriptions as listOwn,
  type PushSubscriptionRow,
  replacePushSubscription,
} from '@/store/db/queries/accounts/push-subscriptions'
import { findSessionId } from '@/store/db/queries/accounts/sessions'
import { deleteWebhook } from '@/store/db/queries/accounts/webhooks'
import { toJson } from '@/store/db/schema/columns'
import { requireFewWaiting, testNotification } from './manage-webhooks'

/** What a browser returns when it subscribes to the push messages of this server. */
export interface PushSubscriptionInput {
  /** URL of the push service. */
  endpoint: string
  keys: DeviceKeys
}

/** A subscription in the list of its user. */
export type PushSubscriptionView = PushSubscriptionRow & { isCurrent: boolean }

export const MAX_PUSH_SUBSCRIPTIONS = 20

/** The caller's push subscriptions in the order of their creation. */
export async function listPushSubscriptions(
  { db }: Pick<AppContext, 'db'>,
  { userId, token }: Caller,
): Promise<PushSubscriptionView[]> {
  const digest = hashText(token)
  const rows = await listOwn(db, userId)
  return rows.map((row) => ({ ...row, isCurrent: row.token_hash === digest }))
}

/**
 * Subscribes the device of the caller's session to notifications, until the session ends.
 *
 * @throws 400 when the endpoint or a key is invalid, there are too many subscriptions, or the session has no row
 */
export function createPushSubscription(
  ctx: AppContext,
  caller: Caller,
  { endpoint, keys }: PushSubscriptionInput,
): Promise<PushSubscriptionView> {
  const url = requireEndpoint(ctx, endpoint)
  if (!areDeviceKeys(keys)) throw invalidPayload('keys')
  return transact(ctx, async (tx) => {
    const session_id = await findSessionId(tx.db, hashText(caller.token))
    if (session_id === undefined)
      throw badRequest('this session was started by an earlier release: log out and in again')
    const { id } = await replacePushSubscription(tx.db, {
      ...{ user_id: caller.userId, session_id, url },
      sealed_secret: tx.sealer.seal(JSON.stringify(keys)),
      events: toJson(['notification.created']),
      created_at: tx.clock.now(),
    })
    const subscriptions = await listPushSubscriptions(tx, caller)
    const created = subscriptions.find((subscription) => subscription.id === id)
    if (!created || subscriptions.length > MAX_PUSH_SUBSCRIPTIONS)
      throw badRequest(
        `an account can have notifications on up to ${MAX_PUSH_SUBSCRIPTIONS} devices: delete one first`,
      )
    return created
  })
}

/** @throws 400 unless it is an HTTPS URL without credentials; hosts that may be private may use HTTP */
function requireEndpoint({ config }: Pick<AppContext, 'config'>, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isAllowed =
    url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && config.webhookPrivateHosts.includes(hostOf(url)))
  if (!url || !isAllowed || url.username !== '' || url.password !== '')
    throw invalidPayload('endpoint')
  return url.href
}

/** Deletes a subscription and its deliveries. @throws 404 */
export const deletePushSubscription = (
  ctx: AppContext,
  caller: Caller,
  id: number,
): Promise<void> => withSubscription(ctx, caller, id, (tx) => deleteWebhook(tx.db, id))

/** Queues a test notification for a device. @throws 404; 400 when too many deliveries are waiting */
export const testPushSubscription = (ctx: AppContext, caller: Caller, id: number): Promise<void> =>
  withSubscription(ctx, caller, id, async (tx) => {
    await requireFewWaiting(tx, id)
    await queueDelivery(tx, { id }, 'test', await testNotification(tx, caller))
  })

/** Runs `work` if the caller has the subscription. @throws 404 */
function withSubscription(
  ctx: AppContext,
  { userId }: Caller,
  id: number,
  work: (tx: InTransaction<AppContext>) => Promise<unknown>,
): Promise<void> {
  return transact(ctx, async (tx) => {
    if (!(await findPushSubscription(tx.db, { id, userId })))
      throw notFound('push subscription not found')
    await work(tx)
  })
}

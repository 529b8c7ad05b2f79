import { badRequest, invalidPayload, notFound } from '@/lib/errors'
import { type Caller, hasRole } from '@/policy/caller'
import { recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { translator } from '@/services/mail/message'
import { queueDelivery } from '@/services/webhooks/queue'
import { newWebhookSecret } from '@/services/webhooks/signature'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { getUserById } from '@/store/db/queries/accounts/users'
import {
  countWaitingDeliveries,
  type DeliveryRow,
  deleteWebhook as deleteRow,
  endWaitingDeliveries,
  findDelivery,
  findWebhook,
  insertWebhook,
  listWebhooks as listOwn,
  listDeliveries as listRows,
  updateDelivery,
  updateWebhook,
  type WebhookRow,
} from '@/store/db/queries/accounts/webhooks'
import { toJson, WEBHOOK_EVENTS, type WebhookEvent } from '@/store/db/schema/columns'

/** A topic of an ntfy server. */
export interface NtfyInput {
  topic: string
  /** Access token for the topic; undefined leaves it as it is, an empty one removes it. */
  token?: string | undefined
}

export interface WebhookInput {
  url: string
  events: readonly WebhookEvent[]
  /** Given to publish notifications to a topic instead of posting signed events. */
  ntfy?: NtfyInput | undefined
}

export interface WebhookChanges extends Partial<WebhookInput> {
  /** Turns deliveries off, or on again. */
  is_active?: boolean
}

/** The events of a topic of ntfy. */
const NTFY_EVENTS: readonly WebhookEvent[] = ['notification.created']
const MAX_WEBHOOKS = 10
export const MAX_URL_LENGTH = 2000
/** Deliveries that are listed. */
export const MAX_LISTED_DELIVERIES = 50
/** Test deliveries and retries per webhook that may wait at the same time. */
const MAX_REQUESTED = 5

/** The events that an account can choose: those of reports are for moderators, those of backups for administrators. */
export const listEvents = (caller: Caller): WebhookEvent[] =>
  WEBHOOK_EVENTS.filter((event) => {
    if (event === 'report.created') return hasRole(caller, 'moderator')
    return event !== 'backup.failed' || hasRole(caller, 'admin')
  })

export const listWebhooks = ({ db }: Pick<AppContext, 'db'>, { userId }: Caller) =>
  listOwn(db, userId)

/**
 * Creates a webhook. The secret is returned only here; it cannot be retrieved later.
 *
 * @throws 400 when the URL is not an HTTP URL without credentials, there are too many webhooks, or an event is not for
 * the caller.
 */
export function createWebhook(
  ctx: AppContext,
  caller: Caller,
  { url, events, ntfy }: WebhookInput,
): Promise<{ webhook: WebhookRow; secret: string | null }> {
  const secret = ntfy ? (ntfy.token ?? '') : newWebhookSecret(ctx.ids)
  const columns = {
    kind: ntfy ? 'ntfy' : 'webhook',
    topic: ntfy?.topic ?? null,
    url: requireUrl(url, ntfy !== undefined),
    events: toJson(requireEvents(caller, events, ntfy !== undefined)),
  } as const
  return transact(ctx, async (tx) => {
    if ((await listOwn(tx.db, caller.userId)).length >= MAX_WEBHOOKS)
      throw badRequest(`an account can have up to ${MAX_WEBHOOKS} webhooks: delete one first`)
    const webhook = await insertWebhook(tx.db, {
      ...columns,
      user_id: caller.userId,
      sealed_secret: tx.sealer.seal(secret),
      created_at: tx.clock.now(),
    })
    await recordAudit(tx, caller, 'webhook_created', { subjectId: caller.userId })
    return { webhook, secret: ntfy ? null : secret }
  })
}

/** Edits a webhook. @throws 404 when the caller has none with this id; 400 like `createWebhook` */
export function editWebhook(
  ctx: AppContext,
  caller: Caller,
  { id, changes }: { id: number; changes: WebhookChanges },
): Promise<WebhookRow> {
  const { url, events, is_active, ntfy } = changes
  return change(ctx, caller, id, async (tx, { disabled_at, kind }) => {
    const isNtfy = kind === 'ntfy'
    if (ntfy && !isNtfy) throw invalidPayload('ntfy')
    if (is_active === false) await endWaitingDeliveries(tx.db, id)
    return updateWebhook(tx.db, id, {
      ...(url !== undefined && { url: requireUrl(url, isNtfy) }),
      ...(events && { events: toJson(requireEvents(caller, events, isNtfy)) }),
      ...(ntfy && { topic: ntfy.topic }),
      ...(ntfy?.token !== undefined && { sealed_secret: tx.sealer.seal(ntfy.token) }),
      disabled_at: is_active === true ? null : (disabled_at ?? disabledNow(tx, is_active)),
    })
  })
}

const disabledNow = ({ clock }: Pick<AppContext, 'clock'>, isActive: boolean | undefined) =>
  isActive === false ? clock.now() : null

/** Replaces the secret of a webhook, which is returned only here. @throws 404; 400 for a topic of ntfy, which has none */
export async function rotateWebhookSecret(
  ctx: AppContext,
  caller: Caller,
  id: number,
): Promise<{ webhook: WebhookRow; secret: string }> {
  const secret = newWebhookSecret(ctx.ids)
  const webhook = await change(ctx, caller, id, (tx, { kind }) => {
    if (kind === 'ntfy') throw invalidPayload()
    return updateWebhook(tx.db, id, { sealed_secret: tx.sealer.seal(secret) })
  })
  return { webhook, secret }
}

/** Changes a webhook of the caller, and records that in the audit log. @throws 404 */
function change(
  ctx: AppContext,
  caller: Caller,
  id: number,
  work: (tx: InTransaction<AppContext>, webhook: WebhookRow) => Promise<WebhookRow>,
): Promise<WebhookRow> {
  return transact(ctx, async (tx) => {
    const changed = await work(tx, await requireWebhook(tx, caller, id))
    await recordAudit(tx, caller, 'webhook_changed', { subjectId: caller.userId })
    return changed
  })
}

/** Deletes a webhook and its deliveries. @throws 404 */
export async function deleteWebhook(ctx: AppContext, caller: Caller, id: number): Promise<void> {
  await transact(ctx, async (tx) => {
    await requireWebhook(tx, caller, id)
    await deleteRow(tx.db, id)
    await recordAudit(tx, caller, 'webhook_deleted', { subjectId: caller.userId })
  })
}

/** The newest deliveries of a webhook. @throws 404 */
export async function listDeliveries(
  ctx: Pick<AppContext, 'db'>,
  caller: Caller,
  id: number,
): Promise<DeliveryRow[]> {
  await requireWebhook(ctx, caller, id)
  return listRows(ctx.db, id, MAX_LISTED_DELIVERIES)
}

/** Queues a test delivery. @throws 404; 400 when too many deliveries are waiting */
export const testWebhook = (ctx: AppContext, caller: Caller, id: number): Promise<DeliveryRow> =>
  transact(ctx, async (tx) => {
    const { kind } = await requireWebhook(tx, caller, id)
    await requireFewWaiting(tx, id)
    const data = kind === 'ntfy' ? await testNotification(tx, caller) : { user: caller.username }
    return queueDelivery(tx, { id }, 'test', data)
  })

/** What a test notification contains, in the caller's language. */
export async function testNotification(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  { userId }: Caller,
): Promise<object> {
  const { language } = await getUserById(db, userId)
  const text = translator(language)('notification.test')
  return { notification: { type: 'test', text, url: `${config.uiUrl}/notifications` } }
}

/** Sends a delivery again, with the same id. @throws 404; 400 when too many deliveries are waiting */
export async function retryDelivery(
  ctx: AppContext,
  caller: Caller,
  { id, deliveryId }: { id: number; deliveryId: string },
): Promise<void> {
  await transact(ctx, async (tx) => {
    await requireWebhook(tx, caller, id)
    const delivery = await findDelivery(tx.db, { shortId: deliveryId, webhookId: id })
    if (!delivery) throw notFound('delivery not found')
    if (delivery.next_attempt_at === null) await requireFewWaiting(tx, id)
    const next_attempt_at = tx.clock.now()
    await updateDelivery(tx.db, delivery.id, { attempts: 0, next_attempt_at, delivered_at: null })
    tx.afterCommit(() => tx.webhooks.wake())
  })
}

/** @throws 400 when too many deliveries to a receiver are waiting */
export async function requireFewWaiting({ db }: Pick<AppContext, 'db'>, id: number): Promise<void> {
  if ((await countWaitingDeliveries(db, id)) >= MAX_REQUESTED)
    throw badRequest('too many deliveries are waiting, please try again later')
}

async function requireWebhook(
  { db }: Pick<AppContext, 'db'>,
  { userId }: Caller,
  id: number,
): Promise<WebhookRow> {
  const webhook = await findWebhook(db, { id, userId })
  if (!webhook) throw notFound('webhook not found')
  return webhook
}

/** NOTE the address of the host is only checked when a delivery is sent, because it may change. */
function requireUrl(text: string, isNtfy: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isUsable =
    url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (!isUsable || text.length > MAX_URL_LENGTH) throw invalidPayload('url')
  // ntfy takes JSON only at its root. A URL with a path is probably that of a topic.
  if (isNtfy && (url.pathname !== '/' || url.search !== '')) throw invalidPayload('url')
  url.hash = ''
  return url.href
}

/** ntfy only gets notifications. */
function requireEvents(
  caller: Caller,
  events: readonly WebhookEvent[],
  isNtfy: boolean,
): WebhookEvent[] {
  const allowed = isNtfy ? NTFY_EVENTS : listEvents(caller)
  if (events.some((event) => !allowed.includes(event))) throw invalidPayload('events')
  return allowed.filter((event) => events.includes(event))
}

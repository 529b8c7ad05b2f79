import { createQueueLoop } from '@/lib/concurrency/queue-loop'
import type { Config } from '@/lib/config/config'
import type { Log } from '@/lib/log'
import { postOutside, UnsentError } from '@/lib/network/post-outside'
import type { Ids } from '@/lib/text/ids'
import type { Sealer } from '@/lib/text/sealed-text'
import { type Clock, HOUR, MINUTE, SECOND } from '@/lib/time/clock'
import { VERSION } from '@/lib/version'
import { recordAudit } from '@/services/auth/record-audit'
import type { MailDelivery } from '@/services/mail/delivery'
import { webhookDisabled } from '@/services/mail/messages/account'
import { postMail } from '@/services/mail/queue'
import type { Db } from '@/store/db/connections/open'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { findUserById } from '@/store/db/queries/accounts/users'
import {
  type DueDelivery,
  deleteWebhook,
  endWaitingDeliveries,
  findNextDeliveryTime,
  listDueDeliveries,
  updateDelivery,
  updateWebhook,
} from '@/store/db/queries/accounts/webhooks'
import { ntfyHeaders, ntfyMessage } from './ntfy'
import type { DeviceKeys } from './push-encryption'
import { signatureHeaders } from './signature'
import type { Vapid } from './vapid'
import { pushRequest } from './web-push'

/** Sends the deliveries of webhooks. */
export interface WebhookDelivery {
  /** Sends due deliveries in the background, once the delivery was started. */
  wake: () => void
  /** Starts to send. Other processes than the server only queue deliveries. */
  start: () => void
  /** Resolves when nothing is being sent. */
  idle: () => Promise<void>
  /** Stops sending. Attempts in progress get a few seconds to complete. */
  stop: () => Promise<void>
}

interface Deps {
  db: Db
  clock: Clock
  log: Log
  ids: Ids
  config: Pick<Config, 'mail' | 'uiUrl' | 'webhookPrivateHosts'>
  sealer: Sealer
  mail: MailDelivery
  vapid: Vapid
}

/** Delays after each failed attempt, about two days in total. After the last one the receiver gets nothing more. */
const PAUSES = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE],
  ...[2, 5, 10, 14, 20].map((hours) => hours * HOUR),
]
const MAX_PAUSE = Math.max(...PAUSES)
/** Attempts at the same time, each for another webhook, so that a slow receiver does not delay the others. */
const MAX_ATTEMPTS_AT_ONCE = 8
/** Milliseconds until a receiver must have responded. */
const TIMEOUT = 10 * SECOND
/** Milliseconds after which the queue is read again: commands queue deliveries, too. */
const MAX_SLEEP = MINUTE
/** The receiver wants no more deliveries. */
const GONE = 410
/** The subscription of a device has ended. Some push services respond with this instead of 410. */
const NOT_FOUND = 404

/** Creates the delivery of a server, which has not started yet. */
export function openWebhooks(deps: Deps): WebhookDelivery {
  const { wake, idle, stop } = createQueueLoop({
    workNext: () => sendDue(deps),
    // Without a delivery, too, because commands queue some without waking the server.
    findNextTime: async () => (await findNextDeliveryTime(deps.db)) ?? Number.POSITIVE_INFINITY,
    now: () => deps.clock.now(),
    maxSleep: MAX_SLEEP,
    retry: MAX_SLEEP,
    onError: (err) => deps.log.error({ err }, 'deliveries of webhooks paused, will retry'),
  })
  const state = { isStarted: false }
  return {
    wake: () => {
      if (state.isStarted) wake()
    },
    start: () => {
      state.isStarted = true
      wake()
    },
    idle,
    stop,
  }
}

/** Attempts the next due delivery of some webhooks. Returns false if none is due. */
async function sendDue(deps: Deps): Promise<boolean> {
  const now = deps.clock.now()
  const due = await listDueDeliveries(deps.db, {
    ...{ now, latest: now + MAX_PAUSE },
    limit: MAX_ATTEMPTS_AT_ONCE,
  })
  await Promise.all(due.map((delivery) => attempt(deps, delivery)))
  return due.length > 0
}

/** The attempt is counted before it begins, so that a delivery that crashes the server is not retried forever. */
async function attempt(deps: Deps, delivery: DueDelivery): Promise<void> {
  const { clock } = deps
  const attempts = delivery.attempts + 1
  const next_attempt_at = clock.now() + (PAUSES[delivery.attempts] ?? 0)
  await transact(deps, (tx) => updateDelivery(tx.db, delivery.id, { attempts, next_attempt_at }))
  const { status, error } = await send(deps, delivery)
  const isDelivered = status !== undefined && status >= 200 && status < 300
  const isOver = isGone(delivery, status) || attempts > PAUSES.length
  await transact(deps, async (tx) => {
    await updateDelivery(tx.db, delivery.id, {
      last_status: status ?? null,
      last_error: error ?? null,
      ...(isDelivered && { delivered_at: clock.now() }),
      ...((isDelivered || isOver) && { next_attempt_at: null }),
    })
    if (isOver && !isDelivered) await endDeliveries(tx, delivery)
  })
}

const isGone = ({ kind }: DueDelivery, status: number | undefined): boolean =>
  status === GONE || (kind === 'push' && status === NOT_FOUND)

/** Disables a webhook, and notifies its user. The subscription of a device is deleted: only the device can renew it. */
async function endDeliveries(
  tx: InTransaction<Deps>,
  { kind, url, user_id, webhook_id }: DueDelivery,
): Promise<void> {
  if (kind === 'push') {
    await deleteWebhook(tx.db, webhook_id)
    return
  }
  await endWaitingDeliveries(tx.db, webhook_id)
  await updateWebhook(tx.db, webhook_id, { disabled_at: tx.clock.now() })
  await recordAudit(tx, 'server', 'webhook_disabled', { subjectId: user_id })
  const user = await findUserById(tx.db, user_id)
  if (user) await postMail(tx, user, webhookDisabled(new URL(url).host))
}

async function send(
  deps: Deps,
  delivery: DueDelivery,
): Promise<{ status?: number; error?: string }> {
  const { log, config } = deps
  try {
    const { headers, body } = contentOf(deps, delivery)
    const status = await postOutside({
      url: new URL(delivery.url),
      headers: {
        'content-type': 'application/json',
        'user-agent': `Milepost/${VERSION.server}`,
        ...headers,
      },
      body,
      allowedHosts: config.webhookPrivateHosts,
      timeout: TIMEOUT,
    })
    return { status }
  } catch (error) {
    if (!(error instanceof UnsentError)) log.error({ err: error }, 'could not send a webhook')
    return { error: error instanceof UnsentError ? error.message : 'the server failed' }
  }
}

/** The body of a delivery, and the headers that prove who sends it. */
function contentOf(
  { sealer, clock, vapid, config: { uiUrl } }: Deps,
  { kind, topic, url, short_id: id, body, sealed_secret }: DueDelivery,
): { headers: Record<string, string>; body: string | Uint8Array } {
  const secret = sealer.open(sealed_secret)
  const sentAt = clock.now()
  switch (kind) {
    case 'webhook':
      return { headers: signatureHeaders(secret, { id, sentAt, body }), body }
    case 'ntfy':
      return { headers: ntfyHeaders(secret), body: ntfyMessage(body, topic ?? '') }
    case 'push': {
      const keys: DeviceKeys = JSON.parse(secret)
      return pushRequest({ body, id, endpoint: new URL(url), keys, sentAt }, { vapid, uiUrl })
    }
  }
}

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
import { transact } from '@/store/db/connections/transact'
import { findUserById } from '@/store/db/queries/accounts/users'
import {
  type DueDelivery,
  endWaitingDeliveries,
  findNextDeliveryTime,
  listDueDeliveries,
  updateDelivery,
  updateWebhook,
} from '@/store/db/queries/accounts/webhooks'
import { ntfyHeaders, ntfyMessage } from './ntfy'
import { signatureHeaders } from './signature'

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
}

/** Delays after each failed attempt, about two days in total. After the last one the webhook is disabled. */
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
  const isOver = status === GONE || attempts > PAUSES.length
  await transact(deps, async (tx) => {
    await updateDelivery(tx.db, delivery.id, {
      last_status: status ?? null,
      last_error: error ?? null,
      ...(isDelivered && { delivered_at: clock.now() }),
      ...((isDelivered || isOver) && { next_attempt_at: null }),
    })
    if (!isOver || isDelivered) return
    await endWaitingDeliveries(tx.db, delivery.webhook_id)
    await updateWebhook(tx.db, delivery.webhook_id, { disabled_at: clock.now() })
    await recordAudit(tx, 'server', 'webhook_disabled', { subjectId: delivery.user_id })
    const user = await findUserById(tx.db, delivery.user_id)
    if (user) await postMail(tx, user, webhookDisabled(new URL(delivery.url).host))
  })
}

async function send(
  { sealer, clock, log, config }: Deps,
  delivery: DueDelivery,
): Promise<{ status?: number; error?: string }> {
  try {
    const secret = sealer.open(delivery.sealed_secret)
    const { headers, body } = contentOf(delivery, { secret, sentAt: clock.now() })
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
  { kind, topic, short_id: id, body }: DueDelivery,
  { secret, sentAt }: { secret: string; sentAt: number },
): { headers: Record<string, string>; body: string } {
  return kind === 'ntfy'
    ? { headers: ntfyHeaders(secret), body: ntfyMessage(body, topic ?? '') }
    : { headers: signatureHeaders(secret, { id, sentAt, body }), body }
}

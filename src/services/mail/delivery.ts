import { createQueueLoop } from '@/lib/concurrency/queue-loop'
import type { MailSettings } from '@/lib/config/mail-url'
import type { Log } from '@/lib/log'
import type { Sealer } from '@/lib/text/sealed-text'
import { type Clock, MINUTE } from '@/lib/time/clock'
import type { Db } from '@/store/db/connections/open'
import { transact } from '@/store/db/connections/transact'
import {
  beginMailAttempt,
  deleteMail,
  findDueMail,
  findNextMailTime,
  recordMailError,
  setMailDue,
  type WaitingMail,
} from '@/store/db/queries/accounts/mail-queue'
import type { WrittenMail } from './render'
import { isPermanentlyRejected, type MailTransport, smtpTransport } from './transport'

/** Sends the messages in the mail queue. */
export interface MailDelivery {
  /** Starts sending due messages in the background, one after another. */
  wake: () => void
  /** Makes every queued message due, because the reason for its delay may be gone. Called when the server starts. */
  resume: () => Promise<void>
  /**
   * Sends a message without the queue, for when the database cannot be written. It is tried once.
   *
   * @throws Error when the mail server rejects the message, or no mail server is configured.
   */
  sendNow: MailTransport['send']
  /** Resolves when no message is being sent. */
  idle: () => Promise<void>
  /** Stops sending. A message in transit gets a few seconds to complete. */
  stop: () => Promise<void>
}

interface Deps {
  db: Db
  clock: Clock
  log: Log
  sealer: Sealer
}

/** Delays after each failed attempt. After the last one the message is discarded. */
const PAUSES = [1, 5, 15, 60, 240, 720, 1440].map((minutes) => minutes * MINUTE)
const MAX_PAUSE = Math.max(...PAUSES)
const MAX_SLEEP = 60 * MINUTE
const RETRY = MINUTE

/** Creates the mail delivery of a server. Without settings it sends nothing, and nothing is queued. */
export const openMail = (deps: Deps, settings: MailSettings | undefined): MailDelivery =>
  settings ? startDelivery(deps, smtpTransport(settings)) : NO_DELIVERY

const NO_DELIVERY: MailDelivery = {
  wake: () => undefined,
  resume: async () => undefined,
  sendNow: () => Promise.reject(new Error('EMAIL_URL is not set')),
  idle: async () => undefined,
  stop: async () => undefined,
}

/** Creates a delivery that starts with the first `wake`. */
function startDelivery(deps: Deps, transport: MailTransport): MailDelivery {
  const { wake, idle, stop } = createQueueLoop({
    workNext: () => sendNext(deps, transport),
    findNextTime: () => findNextMailTime(deps.db),
    now: () => deps.clock.now(),
    maxSleep: MAX_SLEEP,
    retry: RETRY,
    onError: (err) => deps.log.error({ err }, 'mail queue paused, will retry'),
  })
  return {
    wake,
    idle,
    resume: async () => {
      await transact(deps, ({ db, clock }) => setMailDue(db, clock.now()))
      wake()
    },
    sendNow: transport.send,
    stop: async () => {
      await stop()
      transport.close()
    },
  }
}

/**
 * Tries to send the next due message. Returns false if no message is due. The attempt is counted before it begins, so
 * that a message that crashes the server is not retried forever. After a crash between acceptance and deletion, the
 * message is sent again, after a delay and with the same Message-ID.
 */
async function sendNext(deps: Deps, transport: MailTransport): Promise<boolean> {
  const { db, clock } = deps
  const now = clock.now()
  const mail = await findDueMail(db, { now, latest: now + MAX_PAUSE })
  if (!mail) return false
  const pause = PAUSES[mail.attempts] ?? 0
  await transact(deps, (tx) => beginMailAttempt(tx.db, mail.id, now + pause))
  try {
    const written: WrittenMail = JSON.parse(deps.sealer.open(mail.sealed))
    await transport.send({ ...written, messageId: mail.message_id })
    await transact(deps, (tx) => deleteMail(tx.db, mail.id))
    deps.log.info({ mail: mail.message_id }, 'email sent')
  } catch (error) {
    await afterFailure(deps, mail, error)
  }
  return true
}

async function afterFailure(deps: Deps, mail: WaitingMail, error: unknown): Promise<void> {
  const { log } = deps
  const facts = { err: error, mail: mail.message_id, attempt: mail.attempts + 1 }
  if (isPermanentlyRejected(error) || mail.attempts + 1 >= PAUSES.length) {
    log.error(facts, 'gave up on an email')
    await transact(deps, ({ db }) => deleteMail(db, mail.id))
    return
  }
  log.warn(facts, 'could not send an email, will retry')
  const reason = error instanceof Error ? error.message : String(error)
  await transact(deps, ({ db }) => recordMailError(db, mail.id, reason))
}

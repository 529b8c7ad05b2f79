import type { MailSettings } from '@/config/mail-url'
import type { Db } from '@/db/open'
import {
  beginMailAttempt,
  deleteMail,
  findDueMail,
  findNextMailTime,
  makeMailDue,
  noteMailError,
  type WaitingMail,
} from '@/db/queries/mail-outbox'
import { transact } from '@/db/transact'
import { type Clock, MINUTE } from '@/lib/clock'
import type { Log } from '@/lib/log'
import type { Sealer } from '@/lib/sealed-text'
import type { WrittenMail } from './render'
import { isRefusedForGood, type MailTransport, smtpTransport } from './transport'

/** Sends what waits in the outbox. */
export interface MailDelivery {
  /** Starts sending due mails in the background, one after the other. */
  wake: () => void
  /** Tries every waiting mail at once, because what delayed it may be over; called when the server starts. */
  resume: () => Promise<void>
  /** Resolves when nothing is being sent. */
  idle: () => Promise<void>
  /** Stops sending; a mail in transit gets a few seconds. */
  stop: () => Promise<void>
}

interface Deps {
  db: Db
  clock: Clock
  log: Log
  sealer: Sealer
}

/** Pauses after each failed attempt; after the last one a mail is given up. */
const PAUSES = [1, 5, 15, 60, 240, 720, 1440].map((minutes) => minutes * MINUTE)
const LONGEST_PAUSE = Math.max(...PAUSES)
const LONGEST_SLEEP = 60 * MINUTE
/** Until the outbox is looked at again when that failed, as on a full disk. */
const RETRY = MINUTE
const GRACE = 3000

/** The delivery of a server; without settings it sends nothing, and nothing comes into the outbox. */
export const openMail = (deps: Deps, settings: MailSettings | undefined): MailDelivery =>
  settings ? startDelivery(deps, smtpTransport(settings)) : NO_DELIVERY

const NO_DELIVERY: MailDelivery = {
  wake: () => undefined,
  resume: async () => undefined,
  idle: async () => undefined,
  stop: async () => undefined,
}

/** A delivery that starts at the first `wake`. */
function startDelivery(deps: Deps, transport: MailTransport): MailDelivery {
  const state: { round?: Promise<void> | undefined; again: boolean; stopped: boolean } = {
    again: false,
    stopped: false,
  }
  const alarm: { timer?: ReturnType<typeof setTimeout> } = {}
  const wakeIn = (milliseconds: number) => {
    clearTimeout(alarm.timer)
    alarm.timer = setTimeout(wake, milliseconds)
    alarm.timer.unref()
  }
  const round = async () => {
    clearTimeout(alarm.timer)
    do {
      state.again = false
      while (!state.stopped && (await sendNext(deps, transport)));
    } while (state.again && !state.stopped)
    const next = state.stopped ? undefined : await findNextMailTime(deps.db)
    if (next === undefined) return
    wakeIn(Math.min(Math.max(next - deps.clock.now(), 0), LONGEST_SLEEP))
  }
  const wake = () => {
    state.again = true
    if (state.stopped || state.round) return
    state.round = round()
      .catch((error) => {
        deps.log.error({ err: error }, 'the mails of the outbox have to wait')
        if (!state.stopped) wakeIn(RETRY)
      })
      .finally(() => {
        state.round = undefined
        if (state.again) wake()
      })
  }
  const resume = async () => {
    await transact(deps, ({ db, clock }) => makeMailDue(db, clock.now()))
    wake()
  }
  const idle = async () => {
    while (state.round) await state.round
  }
  const stop = async () => {
    state.stopped = true
    clearTimeout(alarm.timer)
    await Promise.race([idle(), unheldSleep(GRACE)])
    transport.close()
  }
  return { wake, resume, idle, stop }
}

/** A pause that does not keep the process alive. */
const unheldSleep = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref())

/**
 * Tries the mail that is due; false when none is. The attempt is counted before it is made, so that a mail that crashes
 * the server does not do so forever. After a crash that follows acceptance the mail is sent again, after a pause and
 * with the same Message-ID.
 */
async function sendNext(deps: Deps, transport: MailTransport): Promise<boolean> {
  const { db, clock } = deps
  const now = clock.now()
  const mail = await findDueMail(db, { now, latest: now + LONGEST_PAUSE })
  if (!mail) return false
  const pause = PAUSES[mail.attempts] ?? 0
  await transact(deps, (tx) => beginMailAttempt(tx.db, mail.id, now + pause))
  try {
    const written: WrittenMail = JSON.parse(deps.sealer.open(mail.sealed))
    await transport.send({ ...written, messageId: mail.message_id })
    await transact(deps, (tx) => deleteMail(tx.db, mail.id))
    deps.log.info({ mail: mail.message_id }, 'mail sent')
  } catch (error) {
    await afterFailure(deps, mail, error)
  }
  return true
}

async function afterFailure(deps: Deps, mail: WaitingMail, error: unknown): Promise<void> {
  const { log } = deps
  const facts = { err: error, mail: mail.message_id, attempt: mail.attempts + 1 }
  if (isRefusedForGood(error) || mail.attempts + 1 >= PAUSES.length) {
    log.error(facts, 'mail given up')
    await transact(deps, ({ db }) => deleteMail(db, mail.id))
    return
  }
  log.warn(facts, 'mail not sent, will be tried again')
  const reason = error instanceof Error ? error.message : String(error)
  await transact(deps, ({ db }) => noteMailError(db, mail.id, reason))
}

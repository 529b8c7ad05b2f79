import type { Config } from '@/lib/config/config'
import type { MailSettings } from '@/lib/config/mail-url'
import type { Ids } from '@/lib/text/ids'
import type { Sealer } from '@/lib/text/sealed-text'
import type { Clock } from '@/lib/time/clock'
import type { Db } from '@/store/db/connections/open'
import type { InTransaction } from '@/store/db/connections/transact'
import { insertMail } from '@/store/db/queries/accounts/mail-queue'
import type { MailDelivery } from './delivery'
import type { Message, Recipient } from './message'
import { writeMail } from './render'

interface Deps {
  db: Db
  clock: Clock
  ids: Ids
  config: Pick<Config, 'mail' | 'uiUrl'>
  sealer: Sealer
  mail: MailDelivery
}

/**
 * Queues a message in the transaction of the change that it is about, so that both are committed or neither. Sending
 * starts after the commit and is retried after failures and restarts. Does nothing if no mail server is configured.
 */
export async function postMail(
  tx: InTransaction<Deps>,
  recipient: Recipient,
  message: Message,
): Promise<void> {
  const { config, clock } = tx
  if (!config.mail) return
  await insertMail(tx.db, {
    message_id: newMessageId(tx.ids, config.mail),
    sealed: tx.sealer.seal(JSON.stringify(writeMail(message, recipient, config.uiUrl))),
    created_at: clock.now(),
    next_attempt_at: clock.now(),
  })
  tx.afterCommit(() => tx.mail.wake())
}

/**
 * Sends a message immediately, without the queue, for when the database cannot be written.
 *
 * @throws Error when the mail server rejects the message.
 */
export async function sendMailNow(
  { config, ids, mail }: Pick<Deps, 'config' | 'ids' | 'mail'>,
  recipient: Recipient,
  message: Message,
): Promise<void> {
  if (!config.mail) return
  const written = writeMail(message, recipient, config.uiUrl)
  await mail.sendNow({ ...written, messageId: newMessageId(ids, config.mail) })
}

function newMessageId(ids: Ids, { sender }: MailSettings): string {
  const domain = sender.replace(/^.*@/s, '').replace(/>\s*$/, '')
  return `<${ids.shortId()}@${domain}>`
}

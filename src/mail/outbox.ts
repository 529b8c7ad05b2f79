import type { Config } from '@/config/config'
import type { Db } from '@/db/open'
import { insertMail } from '@/db/queries/mail-outbox'
import type { InTransaction } from '@/db/transact'
import type { Clock } from '@/lib/clock'
import type { Ids } from '@/lib/ids'
import type { Sealer } from '@/lib/sealed-text'
import type { MailDelivery } from './delivery'
import type { Message, Recipient } from './letter'
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
 * Puts a mail into the outbox together with the change it tells about: both are kept, or none. It leaves after the
 * commit, and again after failures and restarts until the mail server has taken it. Nothing happens while this
 * server sends no mail.
 */
export async function postMail(
  tx: InTransaction<Deps>,
  recipient: Recipient,
  message: Message,
): Promise<void> {
  const { config, clock, ids } = tx
  if (!config.mail) return
  const domain = config.mail.sender.replace(/^.*@/s, '').replace(/>\s*$/, '')
  await insertMail(tx.db, {
    message_id: `<${ids.shortId()}@${domain}>`,
    sealed: tx.sealer.seal(JSON.stringify(writeMail(message, recipient, config.uiUrl))),
    created_at: clock.now(),
    next_attempt_at: clock.now(),
  })
  tx.afterCommit(() => tx.mail.wake())
}

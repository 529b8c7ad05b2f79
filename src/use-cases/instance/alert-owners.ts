import type { AppContext } from '@/services/context'
import { type AlertFacts, ownerAlert } from '@/services/mail/messages/alerts'
import { postMail, sendMailNow } from '@/services/mail/queue'
import { notifyOfAlert } from '@/services/notifications/notify'
import { queueEvent } from '@/services/webhooks/queue'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { listActiveUserIds, loadUsers, type UserRow } from '@/store/db/queries/accounts/users'
import type { AlertKind } from '@/store/db/schema/columns'

type Deps = Pick<
  AppContext,
  'alerts' | 'clock' | 'config' | 'db' | 'ids' | 'log' | 'mail' | 'sealer' | 'webhooks'
>

/**
 * Alerts active owners and administrators to a problem of the server by log line, email and notification, at most once
 * per kind and day. To be called by every check that finds the problem; `endAlert` ends it. Never throws.
 *
 * While the database cannot be written, emails are sent directly instead of through the mail queue, and `deliverAlerts`
 * creates the notifications later.
 */
export async function alertOwners(ctx: Deps, kind: AlertKind, facts: AlertFacts): Promise<void> {
  if (ctx.alerts.raise(kind, facts)) ctx.log.error({ alert: kind, ...facts }, 'alerting the owners')
  await deliverAlerts(ctx)
}

/**
 * Records that a problem is solved, so that its next occurrence causes a new alert. Does nothing if there was no alert.
 */
export function endAlert({ alerts, log }: Pick<Deps, 'alerts' | 'log'>, kind: AlertKind): void {
  if (alerts.clear(kind)) log.info({ alert: kind }, 'alert cleared: the problem is solved')
}

/** Sends the emails and notifications of alerts that could not be delivered before. Never throws. */
export async function deliverAlerts(ctx: Deps): Promise<void> {
  await ctx.alerts.delivery.hold(async () => {
    for (const kind of ctx.alerts.listPending()) await deliver(ctx, kind)
  })
}

async function deliver(ctx: Deps, kind: AlertKind): Promise<void> {
  const { alerts, log } = ctx
  try {
    await transact(ctx, (tx) => store(tx, kind))
    alerts.markDone(kind, { isMailed: true, isNotified: true })
  } catch (error) {
    log.debug(
      { err: error, alert: kind },
      'could not store the notification of an alert, will retry',
    )
    await mailAtOnce(ctx, kind)
  }
}

async function store(tx: InTransaction<Deps>, kind: AlertKind): Promise<void> {
  const alert = tx.alerts.find(kind)
  const recipients = await listRecipients(tx)
  if (kind === 'backup_failed')
    await queueEvent(tx, idsOf(recipients), 'backup.failed', () => ({ backup: alert?.facts ?? {} }))
  await notifyOfAlert(tx, kind, idsOf(recipients))
  if (alert === undefined || alert.isMailed) return
  for (const recipient of recipients) await postMail(tx, recipient, ownerAlert(kind, alert.facts))
}

const idsOf = (users: readonly Readonly<UserRow>[]) => users.map(({ id }) => id)

async function mailAtOnce(ctx: Deps, kind: AlertKind): Promise<void> {
  const { alerts, log } = ctx
  const alert = alerts.find(kind)
  if (alert === undefined || alert.isMailed) return
  const send = async (recipient: UserRow) => {
    try {
      await sendMailNow(ctx, recipient, ownerAlert(kind, alert.facts))
      return true
    } catch (error) {
      log.warn(
        { err: error, alert: kind, to: recipient.username },
        'could not send an alert by email',
      )
      return false
    }
  }
  try {
    const sent = await Promise.all((await listRecipients(ctx)).map(send))
    // If some emails failed, they are not sent again, because the other recipients would get them twice.
    if (sent.length === 0 || sent.includes(true)) alerts.markDone(kind, { isMailed: true })
  } catch (error) {
    log.error({ err: error, alert: kind }, 'could not read the recipients of an alert')
  }
}

async function listRecipients({ db }: Pick<Deps, 'db'>): Promise<Readonly<UserRow>[]> {
  const users = await loadUsers(db, await listActiveUserIds(db, ['admin', 'owner']))
  return [...users.values()].filter(({ suspended_at }) => suspended_at === null)
}

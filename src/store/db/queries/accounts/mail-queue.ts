import type { Insertable, Selectable } from 'kysely'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { MailOutboxTable } from '@/store/db/schema/tables.gen'

export type WaitingMail = Selectable<MailOutboxTable>

export const insertMail = (db: Tx, mail: Insertable<MailOutboxTable>) =>
  db.insertInto('mail_outbox').values(mail).execute()

/**
 * Finds the message that has been due for the longest time. A message that is due only after `latest` was queued before
 * the clock was set back, and is due as well.
 */
export const findDueMail = (
  db: Db,
  { now, latest }: { now: number; latest: number },
): Promise<WaitingMail | undefined> =>
  db
    .selectFrom('mail_outbox')
    .selectAll()
    .where((eb) => eb.or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', latest)]))
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** When the next message is due; undefined when the queue is empty. */
export async function findNextMailTime(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('mail_outbox')
    .select('next_attempt_at')
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_attempt_at
}

/** Counts the messages that have not been sent yet. */
export async function countWaitingMails(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('mail_outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The number of waiting messages, when the oldest was queued, and the newest error. */
export interface MailQueueState {
  count: number
  oldest: number | null
  lastError: string | null
}

export async function summarizeMailQueue(db: Db): Promise<MailQueueState> {
  const { count, oldest } = await db
    .selectFrom('mail_outbox')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min<number | null>('created_at').as('oldest'),
    ])
    .executeTakeFirstOrThrow()
  const failed = await db
    .selectFrom('mail_outbox')
    .select('last_error')
    .where('last_error', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { count, oldest, lastError: failed?.last_error ?? null }
}

/** Makes all queued messages due now, regardless of their pauses. */
export const setMailDue = (db: Tx, now: number) =>
  db
    .updateTable('mail_outbox')
    .set({ next_attempt_at: now })
    .where('next_attempt_at', '>', now)
    .execute()

/** Records the start of an attempt, and when the next one is due should this one fail. */
export const beginMailAttempt = (db: Tx, id: number, nextAttemptAt: number) =>
  db
    .updateTable('mail_outbox')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: nextAttemptAt }))
    .where('id', '=', id)
    .execute()

export const recordMailError = (db: Tx, id: number, error: string) =>
  db.updateTable('mail_outbox').set({ last_error: error }).where('id', '=', id).execute()

export const deleteMail = (db: Tx, id: number) =>
  db.deleteFrom('mail_outbox').where('id', '=', id).execute()

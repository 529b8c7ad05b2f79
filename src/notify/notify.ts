import type { Db } from '@/db/open'
import {
  deleteNotifications,
  insertNotifications,
  turnNotification,
} from '@/db/queries/notifications'
import { findNotificationSwitches } from '@/db/queries/users'
import type { Clock } from '@/lib/clock'
import type { Ids } from '@/lib/ids'
import { isWanted } from '@/policy/notification'
import { EMISSIONS, type Emission, type Events } from './emissions'
import { WITHDRAWALS, type Withdrawals } from './withdrawals'

interface Writer {
  db: Db
  clock: Clock
  ids: Ids
}

/** Own tasks are the only thing one is told of by oneself. */
const TO_ONESELF: readonly string[] = ['user_data_export', 'workouts_archive_upload']

/**
 * Tells everybody concerned that something has happened, as far as they want to be told. To be called in the
 * transaction that makes it happen.
 */
export async function notify<Event extends keyof Events>(
  tx: Writer,
  event: Event,
  facts: Events[Event],
): Promise<void> {
  for (const emission of EMISSIONS[event]) await emit(tx, emission, facts)
}

async function emit<Facts>(tx: Writer, emission: Emission<Facts>, facts: Facts): Promise<void> {
  const { type, replaces } = emission
  const from = emission.from(facts)
  const concerned = await emission.to(facts, tx.db)
  const others = TO_ONESELF.includes(type) ? concerned : concerned.filter((id) => id !== from)
  const switches = await findNotificationSwitches(tx.db, others)
  const told = others.filter((id) => isWanted(type, switches.get(id) ?? {}))
  if (replaces)
    for (const to of told) await turnNotification(tx.db, { from, to, type: replaces }, type)
  await insertNotifications(
    tx.db,
    told.map((to) => ({
      short_id: tx.ids.shortId(),
      type,
      from_user_id: from,
      to_user_id: to,
      created_at: tx.clock.now(),
      ...emission.about?.(facts),
    })),
  )
}

/**
 * Takes back the notifications that are void once something is undone. What goes with a deleted workout, comment or
 * account needs no call: the database sees to it.
 */
export async function withdraw<Cause extends keyof Withdrawals>(
  tx: Pick<Writer, 'db'>,
  cause: Cause,
  facts: Withdrawals[Cause],
): Promise<void> {
  for (const filter of WITHDRAWALS[cause](facts)) await deleteNotifications(tx.db, filter)
}

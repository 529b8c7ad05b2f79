import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { fromJson, type Switches, toJson } from '@/db/columns'
import { getUserById, updateUser } from '@/db/queries/users'
import { transact } from '@/db/transact'
import { invalidPayload } from '@/errors'
import {
  MESSAGE_SWITCHES,
  NOTIFICATION_SWITCHES,
  STAFF_NOTIFICATION_SWITCHES,
  switchesOf,
} from '@/policy/notification'

/**
 * Saves which notifications the caller wants; all must be given.
 *
 * @throws 400 when one is missing or unknown.
 */
export async function editNotificationSwitches(
  ctx: AppContext,
  caller: Caller,
  switches: Switches,
): Promise<void> {
  requireNames(switches, {
    mandatory: switchesOf(caller),
    known: [...NOTIFICATION_SWITCHES, ...STAFF_NOTIFICATION_SWITCHES],
  })
  await merge(ctx, caller, { column: 'notification_preferences', switches })
}

/** Saves which hints of the web UI the caller wants to see. @throws 400 as above. */
export async function editMessageSwitches(
  ctx: AppContext,
  caller: Caller,
  switches: Switches,
): Promise<void> {
  requireNames(switches, { mandatory: MESSAGE_SWITCHES, known: MESSAGE_SWITCHES })
  await merge(ctx, caller, { column: 'messages_preferences', switches })
}

function requireNames(
  switches: Switches,
  { mandatory, known }: { mandatory: readonly string[]; known: readonly string[] },
): void {
  const names = Object.keys(switches)
  const complete = mandatory.every((name) => names.includes(name))
  if (!complete || names.some((name) => !known.includes(name))) throw invalidPayload()
}

/** Merges with the saved switches: those not given stay as they are. */
const merge = (
  ctx: AppContext,
  caller: Caller,
  {
    column,
    switches,
  }: { column: 'notification_preferences' | 'messages_preferences'; switches: Switches },
): Promise<void> =>
  transact(ctx, async (tx) => {
    const kept = fromJson((await getUserById(tx.db, caller.userId))[column])
    await updateUser(tx.db, caller.userId, { [column]: toJson({ ...kept, ...switches }) })
  })

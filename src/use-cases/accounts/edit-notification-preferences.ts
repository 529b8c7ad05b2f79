import { invalidPayload } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import {
  MAIL_SWITCHES,
  MESSAGE_SWITCHES,
  MODERATION_MAILS,
  NOTIFICATION_SWITCHES,
  OPTIONAL_NOTIFICATION_SWITCHES,
  STAFF_NOTIFICATION_SWITCHES,
  switchesOf,
} from '@/policy/notification'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { getUserById, updateUser } from '@/store/db/queries/accounts/users'
import { fromJson, type Switches, toJson } from '@/store/db/schema/columns'

/**
 * Saves which notifications the caller wants. All switches of FitTrackee are required, except those of messages.
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
    known: [
      ...NOTIFICATION_SWITCHES,
      ...OPTIONAL_NOTIFICATION_SWITCHES,
      ...STAFF_NOTIFICATION_SWITCHES,
      ...MAIL_SWITCHES,
      MODERATION_MAILS,
    ],
  })
  await merge(ctx, caller, { column: 'notification_preferences', switches })
}

/** Saves which hints of the web UI the caller wants to see. @throws 400 when a switch is missing or unknown. */
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

/** Merges the switches with the saved ones; absent ones do not change. */
const merge = (
  ctx: AppContext,
  caller: Caller,
  {
    column,
    switches,
  }: { column: 'notification_preferences' | 'messages_preferences'; switches: Switches },
): Promise<void> =>
  transact(ctx, async (tx) => {
    const stored = fromJson((await getUserById(tx.db, caller.userId))[column])
    await updateUser(tx.db, caller.userId, { [column]: toJson({ ...stored, ...switches }) })
  })

import { wantsDeviceMail } from '@/policy/notification'
import { isKnownClient, type LoginClient } from '@/services/auth/known-devices'
import { actorOf, recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { newDevice } from '@/services/mail/messages/account'
import { postMail } from '@/services/mail/queue'
import type { InTransaction } from '@/store/db/connections/transact'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { fromJson, type LoginMethod } from '@/store/db/schema/columns'
import { startSession } from './start-session'

interface NewLogin {
  client: LoginClient
  method: LoginMethod
  /** Runs in the transaction that stores the session, and may prevent it. */
  check?: (tx: InTransaction<AppContext>, user: UserRow) => Promise<void>
}

/**
 * Starts a session of a user who has just been authenticated. Returns its token. Records the login, and notifies the
 * user by mail if the device is unknown, unless it is the first login.
 */
export async function startLogin(
  ctx: AppContext,
  user: UserRow,
  { client, method, check }: NewLogin,
): Promise<string> {
  const isKnown = await isKnownClient(ctx, user, client)
  const { device } = client
  return startSession(ctx, user, {
    device,
    method,
    record: async (tx, current) => {
      await check?.(tx, current)
      await recordAudit(tx, actorOf(user), 'logged_in', {
        subjectId: user.id,
        details: { method, ...device },
      })
      if (!isKnown) await notifyOfDevice(tx, current, client)
    },
  })
}

/** Notifies a user by mail of a login with an unknown device. The first login is not worth a message. */
async function notifyOfDevice(
  tx: InTransaction<AppContext>,
  user: UserRow,
  { device }: LoginClient,
): Promise<void> {
  if (user.last_seen_on === null || !wantsDeviceMail(fromJson(user.notification_preferences)))
    return
  await postMail(tx, user, newDevice({ device, at: tx.clock.now() }))
}

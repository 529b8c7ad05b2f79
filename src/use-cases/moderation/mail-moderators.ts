import { MODERATOR_ROLES } from '@/policy/moderation'
import { MODERATION_MAILS } from '@/policy/notification'
import type { AppContext } from '@/services/context'
import type { Message } from '@/services/mail/message'
import { postMail } from '@/services/mail/queue'
import type { InTransaction } from '@/store/db/connections/transact'
import {
  listActiveUserIds,
  loadNotificationSwitches,
  loadUsers,
} from '@/store/db/queries/accounts/users'

/** Queues a message to all moderators except the one who caused it and those who have switched such messages off. */
export async function mailModerators(
  tx: InTransaction<AppContext>,
  { causedBy, message }: { causedBy: number; message: Message },
): Promise<void> {
  if (!tx.config.mail) return
  const ids = await listActiveUserIds(tx.db, MODERATOR_ROLES)
  const switches = await loadNotificationSwitches(tx.db, ids)
  const recipients = ids.filter(
    (id) => id !== causedBy && switches.get(id)?.[MODERATION_MAILS] !== false,
  )
  for (const user of (await loadUsers(tx.db, recipients)).values())
    await postMail(tx, user, message)
}

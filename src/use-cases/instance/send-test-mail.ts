import type { Caller } from '@/policy/caller'
import { recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { testMail } from '@/services/mail/messages/account'
import { sendMailNow } from '@/services/mail/queue'
import { transact } from '@/store/db/connections/transact'
import { getUserById } from '@/store/db/queries/accounts/users'
import { hideConfiguredSecrets } from './read-operations'

/** The address, and why the mail server did not accept the message; undefined if it did. */
interface TestMailResult {
  to: string
  error: string | undefined
}

/** Sends a message to the caller without the queue, so that the response says whether the mail server accepts it. */
export async function sendTestMail(ctx: AppContext, caller: Caller): Promise<TestMailResult> {
  const user = await getUserById(ctx.db, caller.userId)
  const error = await sendMailNow(ctx, user, testMail).then(
    () => undefined,
    (reason) => (reason instanceof Error ? reason.message : String(reason)),
  )
  const isAccepted = error === undefined
  await transact(ctx, (tx) =>
    recordAudit(tx, caller, 'test_mail_sent', { details: { accepted: isAccepted } }),
  )
  return { to: user.email, error: error && hideConfiguredSecrets(ctx, error) }
}

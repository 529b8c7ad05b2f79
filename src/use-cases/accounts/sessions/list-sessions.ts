import { hashText } from '@/lib/text/digest'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { listSessions, type SessionRow } from '@/store/db/queries/accounts/sessions'
import { getUserById } from '@/store/db/queries/accounts/users'
import type { Page, PageRequest } from '@/store/db/sql'

/** A session in the list of its user. */
type SessionView = SessionRow & { isCurrent: boolean }

/** A page of the caller's sessions. */
interface SessionPage extends Page<SessionView> {
  /**
   * When the last of the sessions that an earlier release started expires, in milliseconds since the Unix epoch; null if
   * there are none. They cannot be listed.
   */
  olderUntil: number | null
}

/** Returns one page of the caller's sessions, newest first. */
export async function listOwnSessions(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  caller: Caller,
  page: PageRequest,
): Promise<SessionPage> {
  const now = clock.now()
  const { older_sessions_until } = await getUserById(db, caller.userId)
  const { rows, total } = await listSessions(db, { userId: caller.userId, now }, page)
  const digest = hashText(caller.token)
  return {
    rows: rows.map((row) => ({ ...row, isCurrent: row.token_hash === digest })),
    total,
    olderUntil:
      older_sessions_until !== null && older_sessions_until > now ? older_sessions_until : null,
  }
}

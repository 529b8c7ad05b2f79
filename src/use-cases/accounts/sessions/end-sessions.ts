import { notFound } from '@/lib/errors'
import { hashText } from '@/lib/text/digest'
import type { Caller } from '@/policy/caller'
import { type Actor, recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { deleteSession, deleteSessionsOf, hasSession } from '@/store/db/queries/accounts/sessions'
import { getUserById, type UserRow, updateUser } from '@/store/db/queries/accounts/users'

/** Ends one of the caller's sessions. @throws 404 when the caller has no such session. */
export async function revokeSession(ctx: AppContext, caller: Caller, id: number): Promise<void> {
  await transact(ctx, async (tx) => {
    if (!(await deleteSession(tx.db, { id, userId: caller.userId })))
      throw notFound('session not found')
    await recordAudit(tx, caller, 'session_revoked', { subjectId: caller.userId })
  })
}

/** Ends all sessions of the caller except the one that asks. */
export async function revokeOtherSessions(ctx: AppContext, caller: Caller): Promise<void> {
  await transact(ctx, async (tx) => {
    const user = await getUserById(tx.db, caller.userId)
    await deleteSessionsOf(tx.db, user.id, hashText(caller.token))
    // A new epoch also makes the devices of the user unknown, so there is only one if it is needed.
    if (user.older_sessions_until !== null && user.older_sessions_until > tx.clock.now())
      await endOlderSessions(tx, user, caller.token)
    await recordAudit(tx, caller, 'sessions_ended', { subjectId: user.id })
  })
}

/** Ends those of the caller's sessions that an earlier release started, except the one that asks. */
export async function revokeOlderSessions(ctx: AppContext, caller: Caller): Promise<void> {
  await transact(ctx, async (tx) => {
    const user = await getUserById(tx.db, caller.userId)
    await endOlderSessions(tx, user, caller.token)
    await recordAudit(tx, caller, 'sessions_ended', { subjectId: user.id })
  })
}

/** Ends all sessions of an account for an administrator. Apps and access tokens keep their access. */
export async function endAllSessions(
  tx: InTransaction<Pick<AppContext, 'db' | 'clock'>>,
  actor: Actor,
  user: Pick<UserRow, 'id' | 'session_epoch'>,
): Promise<void> {
  await endSessions(tx, user)
  await recordAudit(tx, actor, 'sessions_ended', { subjectId: user.id })
}

/** Ends all sessions of a user except that of the token `kept`. */
export async function endSessions(
  tx: InTransaction<Pick<AppContext, 'db'>>,
  user: Pick<UserRow, 'id' | 'session_epoch'>,
  kept?: string,
): Promise<void> {
  await deleteSessionsOf(tx.db, user.id, kept === undefined ? null : hashText(kept))
  await endOlderSessions(tx, user, kept)
}

/** A new epoch ends the sessions that have no row; the others do not depend on it. */
async function endOlderSessions(
  tx: InTransaction<Pick<AppContext, 'db'>>,
  user: Pick<UserRow, 'id' | 'session_epoch'>,
  kept: string | undefined,
): Promise<void> {
  const digest = kept === undefined ? null : hashText(kept)
  const remains = digest !== null && !(await hasSession(tx.db, digest))
  await updateUser(tx.db, user.id, {
    session_epoch: user.session_epoch + 1,
    kept_session_hash: digest,
    ...(!remains && { older_sessions_until: null }),
  })
}

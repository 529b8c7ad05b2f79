import type { Clock } from '@/lib/time/clock'
import type { Role } from '@/policy/caller'
import type { Tx } from '@/store/db/connections/transact'
import { insertAuditEntry } from '@/store/db/queries/accounts/audit-entries'
import { type AuditAction, type AuditDetails, toJson } from '@/store/db/schema/columns'

/** Who acts: an account (a `Caller` is one), the command line, or the server itself. */
export type Actor = { userId: number; role: Role } | 'command' | 'server'

/** Returns the owner of an account as the one who acts on it. */
export const actorOf = ({ id, role }: { id: number; role: Role }): Actor => ({ userId: id, role })

/** What an action was about. */
interface Facts {
  /** The account concerned; absent for actions on the server, such as changes of its configuration. */
  subjectId?: number
  details?: AuditDetails
}

/** Records an action in the transaction that performs it, so that neither exists without the other. */
export async function recordAudit(
  tx: { db: Tx; clock: Clock },
  actor: Actor,
  action: AuditAction,
  { subjectId, details }: Facts = {},
): Promise<void> {
  const isAccount = typeof actor === 'object'
  await insertAuditEntry(tx.db, {
    created_at: tx.clock.now(),
    action,
    actor_kind: isAccount ? actor.role : actor,
    actor_id: isAccount ? actor.userId : null,
    subject_id: subjectId ?? null,
    details: details ? toJson(details) : null,
  })
}

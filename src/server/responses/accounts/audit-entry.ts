import { type Static, Type } from '@sinclair/typebox'
import { formatHttpDate } from '@/lib/time/http-date'
import { canSeeActor } from '@/policy/audit'
import type { Caller } from '@/policy/caller'
import { nullable, numericId, oneOf, text, timestamp } from '@/server/responses/fields'
import type { NamedAuditEntry } from '@/store/db/queries/accounts/audit-entries'
import { ACTOR_KINDS, AUDIT_ACTIONS, fromJson } from '@/store/db/schema/columns'

export const auditEntry = Type.Object(
  {
    action: oneOf(AUDIT_ACTIONS, 'Name of the action.'),
    actor: nullable(
      text(
        'Username of the account that did it; null if it was deleted, for the command line and the server, and, unless the caller is an owner, for other accounts.',
      ),
    ),
    actor_kind: oneOf(
      ACTOR_KINDS,
      'Role that the account had, `command` for the command line, or `server`.',
    ),
    created_at: timestamp('When the entry was written.'),
    details: Type.Object(
      {},
      { additionalProperties: true, description: 'Further facts, such as the new role.' },
    ),
    id: numericId('Number of the entry.'),
    subject: nullable(
      text('Username of the account concerned; null if none, or if it was deleted.'),
    ),
  },
  { $id: 'AuditEntry', description: 'An entry of the audit log.' },
)

export const presentAuditEntry = (
  caller: Caller,
  entry: NamedAuditEntry,
): Static<typeof auditEntry> => ({
  action: entry.action,
  actor: canSeeActor(caller, entry.actor_id) ? entry.actor_name : null,
  actor_kind: entry.actor_kind,
  created_at: formatHttpDate(entry.created_at),
  details: entry.details ? fromJson(entry.details) : {},
  id: entry.id,
  subject: entry.subject_name,
})

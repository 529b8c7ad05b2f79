import type { AuditAction } from '@/store/db/schema/columns'
import type { Caller } from './caller'

/**
 * Whether the caller may learn which account acted. As in notifications, people do not learn which moderator or
 * administrator decided about them, only the role.
 */
export const canSeeActor = (caller: Caller, actorId: number | null): boolean =>
  caller.role === 'owner' || actorId === caller.userId

/** Whether the caller may read the entries by and about all accounts. */
export const canReadAuditLog = ({ role }: Caller): boolean => role === 'owner'

/** Actions that stay among moderators: other accounts do not see those about themselves. */
export const CONFIDENTIAL_ACTIONS: readonly AuditAction[] = [
  'member_note_created',
  'member_note_deleted',
]

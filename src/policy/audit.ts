import type { Caller } from './caller'

/**
 * Whether the caller may learn which account acted. As in notifications, people do not learn which moderator or
 * administrator decided about them, only the role.
 */
export const canSeeActor = (caller: Caller, actorId: number | null): boolean =>
  caller.role === 'owner' || actorId === caller.userId

/** Whether the caller may read the entries by and about all accounts. */
export const canReadAuditLog = ({ role }: Caller): boolean => role === 'owner'

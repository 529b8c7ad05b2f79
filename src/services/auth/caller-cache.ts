import { createExpiringCache, type ExpiringCache } from '@/lib/concurrency/expiring-cache'
import { type Clock, HOUR } from '@/lib/time/clock'
import type { Caller } from '@/policy/caller'

const MAX_CALLERS = 5000

/** The caller of a valid token. */
export interface CachedCaller {
  caller: Caller
  /** Expiry of the token in milliseconds since the Unix epoch. */
  expiresAt: number
  /** The generation of the database before the lookup: any later change may have revoked the token. */
  generation: number
  /** The id of a personal access token. */
  personalTokenId?: number
}

/** Callers by their tokens. */
export type CallerCache = ExpiringCache<CachedCaller>

/** Caches callers for an hour after their lookup; the least recently used are evicted first. */
export const openCallerCache = (clock: Clock): CallerCache =>
  createExpiringCache({ clock, lifetime: HOUR, entries: MAX_CALLERS })

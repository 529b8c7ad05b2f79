import type { Caller } from '@/caller'
import { type Clock, HOUR } from '@/lib/clock'
import { type ExpiringCache, expiringCache } from '@/lib/expiring-cache'

const MOST_KNOWN = 5000

/** A token that was found valid, and its caller. */
export interface KnownToken {
  caller: Caller
  /** Milliseconds since the Unix epoch. */
  expiresAt: number
  /** Of the database before it was looked up: anything that has changed since may have ended it. */
  generation: number
  /** Of a personal token: its number. */
  personalId?: number
}

/** What is known of tokens. */
export type KnownTokens = ExpiringCache<KnownToken>

/** Remembers tokens for an hour after their last check, the ones used last. */
export const knownTokens = (clock: Clock): KnownTokens =>
  expiringCache({ clock, lifetime: HOUR, entries: MOST_KNOWN })

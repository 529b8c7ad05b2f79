import type { Ids } from '@/lib/text/ids'
import type { Sealer } from '@/lib/text/sealed-text'
import { type Clock, MINUTE } from '@/lib/time/clock'

/** Milliseconds in which a browser must respond to a challenge. */
export const CHALLENGE_LIFETIME = 5 * MINUTE
const NONCE_BYTES = 16

/** What a challenge may be used for. */
export type ChallengePurpose = { kind: 'login' } | { kind: 'registration'; userId: number }

interface Deps {
  clock: Clock
  ids: Ids
  passkeySealer: Sealer
}

/**
 * Creates a challenge. It is sealed rather than stored, so that visitors who start logins do not write to the database; a
 * challenge that was used is stored until it expires.
 */
export function createChallenge(
  { clock, ids, passkeySealer }: Deps,
  purpose: ChallengePurpose,
): string {
  const expiresAt = clock.now() + CHALLENGE_LIFETIME
  const content = { ...purpose, expiresAt, nonce: ids.secret(NONCE_BYTES) }
  return passkeySealer.seal(JSON.stringify(content)).toString('base64url')
}

/** Returns when a challenge expires; undefined if it has expired, or was not created by this server for this purpose. */
export function findChallengeExpiry(
  { clock, passkeySealer }: Pick<Deps, 'clock' | 'passkeySealer'>,
  challenge: string,
  purpose: ChallengePurpose,
): number | undefined {
  const content = openChallenge(passkeySealer, challenge)
  if (!content || content.kind !== purpose.kind || content.expiresAt <= clock.now())
    return undefined
  if (purpose.kind === 'registration' && content.userId !== purpose.userId) return undefined
  return content.expiresAt
}

function openChallenge(
  sealer: Sealer,
  challenge: string,
): { kind: string; userId?: number; expiresAt: number } | undefined {
  try {
    return JSON.parse(sealer.open(Buffer.from(challenge, 'base64url')))
  } catch {
    return undefined
  }
}

import { jwt } from '@elysiajs/jwt'
import { Elysia } from 'elysia'
import type { Clock } from '@/lib/clock'

const LIFETIME_SECONDS = 30 * 24 * 3600
const PURPOSE = 'session'

/** What a session token says. */
export interface SessionClaims {
  userId: number
  /** The account's session epoch when the token was issued; a later epoch ends the session. */
  epoch: number
  /** Milliseconds since the Unix epoch. */
  expiresAt: number
}

export type SessionCheck =
  | { valid: true; claims: SessionClaims }
  | { valid: false; expired: boolean }

/** Issues and checks the JSON Web Tokens of logged-in users (HS256, 30 days). */
export interface SessionTokens {
  issue: (userId: number, epoch: number) => Promise<string>
  check: (token: string) => Promise<SessionCheck>
}

export function sessionTokens(secret: string, clock: Clock): SessionTokens {
  const { signer } = new Elysia().use(jwt({ name: 'signer', secret })).decorator
  const seconds = () => Math.floor(clock.now() / 1000)
  return {
    issue: (userId, epoch) =>
      signer.sign({
        sub: String(userId),
        // Two sessions that begin in the same second are two: ending one leaves the other.
        jti: crypto.randomUUID(),
        exp: seconds() + LIFETIME_SECONDS,
        purpose: PURPOSE,
        epoch,
      }),
    check: async (token) => {
      const claims = await signer.verify(token, { currentDate: new Date(clock.now()) })
      if (claims) return readClaims(claims)
      const whenIssued = await signer.verify(token, { currentDate: new Date(0) })
      return { valid: false, expired: whenIssued !== false }
    },
  }
}

function readClaims(claims: Record<string, unknown>): SessionCheck {
  const { sub, exp, epoch, purpose } = claims
  if (purpose !== PURPOSE || typeof exp !== 'number' || typeof epoch !== 'number')
    return { valid: false, expired: false }
  return { valid: true, claims: { userId: Number(sub), epoch, expiresAt: exp * 1000 } }
}

import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { jwt } from '@elysiajs/jwt'
import { createExpiringCache } from '@/lib/concurrency/expiring-cache'
import type { Config } from '@/lib/config/config'
import { createFolderSync, writeFileDurably } from '@/lib/files/fsync'
import type { Ids } from '@/lib/text/ids'
import type { Clock } from '@/lib/time/clock'

/** Validity of a session token. */
export const LIFETIME_SECONDS = 30 * 24 * 3600
/** The only accepted algorithm, whatever the header of a token contains. */
const ALGORITHM = 'HS256'
const ISSUER = 'milepost'
const PURPOSE = 'session'
/**
 * Milliseconds since the Unix epoch of the earliest `Date`. Clocks of machines without a battery may start before 1970.
 */
const EARLIEST_DATE = -8.64e15
/** Maximum number of verified tokens in memory, about 500 bytes each. */
export const MAX_CACHED = 5000

/**
 * The session epoch of accounts that were migrated from FitTrackee 1.2, until their password changes. With the same
 * secret key their sessions stay valid: tokens of FitTrackee contain no epoch, and are treated as having this one.
 */
export const FITTRACKEE_EPOCH = -1

/** The claims of a session token. */
export interface SessionClaims {
  userId: number
  /** The account's session epoch when the token was issued; a later epoch ends the session. */
  epoch: number
  /** Milliseconds since the Unix epoch. */
  expiresAt: number
  /** Whether the session has a row, and ends with it. Tokens of earlier releases have none. */
  isStored: boolean
}

export type SessionVerification =
  | { valid: true; claims: SessionClaims }
  | { valid: false; expired: boolean }

/** Issues and verifies the JSON Web Tokens of logged-in users (RFC 7519, HS256, 30 days). */
export interface SessionTokens {
  /** Issues a token. Its session has a row if `isStored` is set, which `startSession` inserts. */
  issue: (userId: number, epoch: number, isStored?: boolean) => Promise<string>
  /**
   * Verifies the signature, issuer, purpose and expiry of a token. The caller has to check whether the session was
   * revoked or the user deactivated.
   */
  verify: (token: string) => Promise<SessionVerification>
}

/** Creates session tokens that are signed with `secret`. Each signature is verified once and its claims are cached. */
export function createSessionTokens(secret: string, clock: Clock): SessionTokens {
  const { signer } = jwt({ name: 'signer', secret, alg: ALGORITHM }).decorator
  const verified = createExpiringCache<SessionClaims>({
    clock,
    lifetime: LIFETIME_SECONDS * 1000,
    entries: MAX_CACHED,
  })
  const readToken = async (token: string): Promise<SessionClaims | undefined> => {
    if (!hasCanonicalSignature(token)) return undefined
    // The package would check the expiry before anything else. It is checked below instead, at every use, cached or
    // not, and with the clock of the context.
    const payload = await signer.verify(token, {
      algorithms: [ALGORITHM],
      currentDate: new Date(EARLIEST_DATE),
    })
    const claims = payload ? readClaims(payload) : undefined
    if (claims) verified.set(token, claims)
    return claims
  }
  return {
    issue: (userId, epoch, isStored = false) =>
      signer.sign({
        iss: ISSUER,
        sub: String(userId),
        // Two sessions that begin in the same second must have different tokens, so that they can be revoked
        // separately.
        jti: randomUUID(),
        exp: Math.floor(clock.now() / 1000) + LIFETIME_SECONDS,
        // The package would use the system time instead of `clock`.
        iat: false,
        purpose: PURPOSE,
        epoch,
        ...(isStored && { stored: true }),
      }),
    verify: async (token) => {
      const claims = verified.get(token) ?? (await readToken(token))
      if (!claims) return { valid: false, expired: false }
      return claims.expiresAt > clock.now()
        ? { valid: true, claims }
        : { valid: false, expired: true }
    },
  }
}

/**
 * Whether the signature has the canonical encoding. The package's decoder also accepts padding and stray bits; each
 * such variant would be a different token, which logging out has not revoked.
 */
function hasCanonicalSignature(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

/** Reads the claims of a payload whose signature is valid. Returns undefined if it was issued for another purpose. */
function readClaims(payload: Record<string, unknown>): SessionClaims | undefined {
  // Tokens of earlier releases have no issuer.
  const {
    iss = ISSUER,
    sub,
    exp,
    epoch,
    purpose,
    stored,
  }: Record<string, unknown> = isOfFitTrackee(payload)
    ? { ...payload, epoch: FITTRACKEE_EPOCH, purpose: PURPOSE }
    : payload
  const userId = Number(sub)
  if (iss !== ISSUER || purpose !== PURPOSE) return undefined
  if (typeof exp !== 'number' || typeof epoch !== 'number') return undefined
  return Number.isSafeInteger(userId)
    ? { userId, epoch, expiresAt: exp * 1000, isStored: stored === true }
    : undefined
}

/**
 * Whether a payload is that of a FitTrackee 1.2 session. FitTrackee's password reset tokens differ only by their
 * lifetime.
 */
function isOfFitTrackee(payload: Record<string, unknown>): boolean {
  const { exp, iat } = payload
  return (
    Object.keys(payload).sort().join() === 'exp,iat,sub' &&
    typeof exp === 'number' &&
    typeof iat === 'number' &&
    exp - iat === LIFETIME_SECONDS
  )
}

/**
 * Returns the key that signs tokens: the configured key, or a key that is generated at the first start and stored in
 * the data folder (mode 0600).
 *
 * @throws Error when the stored key is too short.
 */
export function readSecretKey(config: Config, ids: Ids): string {
  if (config.secretKey) return config.secretKey
  const file = secretKeyFile(config)
  if (!existsSync(file)) {
    createFolderSync(config.dataDir)
    writeFileDurably(file, ids.secret(48))
  }
  const key = readFileSync(file, 'utf8').trim()
  if (key.length < MIN_KEY_LENGTH)
    throw new Error(
      `${file} contains no key: restore it from a backup, or remove it (everybody has to log in again then).`,
    )
  return key
}

/** The path of the key that the server generates when none is configured. */
export const secretKeyFile = ({ dataDir }: Pick<Config, 'dataDir'>): string =>
  join(dataDir, 'secret.key')

/** Minimum number of characters. If the disk is full when the key is generated, the file is empty. */
const MIN_KEY_LENGTH = 16

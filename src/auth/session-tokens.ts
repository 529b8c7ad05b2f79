import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '@/config/config'
import type { Clock } from '@/lib/clock'
import type { Ids } from '@/lib/ids'

const LIFETIME_SECONDS = 30 * 24 * 3600
const PURPOSE = 'session'
/** The only algorithm: a token that names another is refused unread. */
const ALGORITHM = 'HS256'

/**
 * The session epoch of accounts that were moved here from FitTrackee 1.2, until their password changes. With the same
 * secret key, the sessions that were begun there go on: their tokens tell of no epoch, and stand for this one.
 */
export const FORMER_EPOCH = -1

/** The claims of a session token. */
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

/** Issues and checks the JSON Web Tokens of logged-in users (RFC 7519, HS256, 30 days). */
export interface SessionTokens {
  issue: (userId: number, epoch: number) => string
  check: (token: string) => SessionCheck
}

export function sessionTokens(secret: string, clock: Clock): SessionTokens {
  const signatureOf = (signed: string) =>
    createHmac('sha256', secret).update(signed).digest('base64url')
  return {
    issue: (userId, epoch) => {
      const signed = `${encode({ alg: ALGORITHM, typ: 'JWT' })}.${encode({
        sub: String(userId),
        // Two sessions that begin in the same second must differ, so that ending one leaves the other.
        jti: randomUUID(),
        exp: Math.floor(clock.now() / 1000) + LIFETIME_SECONDS,
        purpose: PURPOSE,
        epoch,
      })}`
      return `${signed}.${signatureOf(signed)}`
    },
    check: (token) => {
      const [header = '', payload = '', signature = '', ...rest] = token.split('.')
      const isOurs =
        rest.length === 0 &&
        isAccepted(decode(header)) &&
        isSame(signatureOf(`${header}.${payload}`), signature)
      const claims = isOurs ? readClaims(decode(payload)) : undefined
      if (!claims) return { valid: false, expired: false }
      const isOver = Math.floor(clock.now() / 1000) >= claims.expiresAt / 1000
      return isOver ? { valid: false, expired: true } : { valid: true, claims }
    },
  }
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The JSON object in a part of a token; an empty one for anything else. */
function decode(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Extensions that must be understood (`crit`) are not. */
const isAccepted = ({ alg, crit }: Record<string, unknown>) =>
  alg === ALGORITHM && crit === undefined

/** Texts are compared, not bytes: the same bytes written otherwise would be another token, which nobody has ended. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}

function readClaims(claims: Record<string, unknown>): SessionClaims | undefined {
  const { sub, exp, epoch, purpose }: Record<string, unknown> = isFormer(claims)
    ? { ...claims, epoch: FORMER_EPOCH, purpose: PURPOSE }
    : claims
  const userId = Number(sub)
  if (purpose !== PURPOSE || typeof exp !== 'number' || typeof epoch !== 'number') return undefined
  return Number.isSafeInteger(userId) ? { userId, epoch, expiresAt: exp * 1000 } : undefined
}

/** Whether claims are those of a session of FitTrackee 1.2; links to reset a password differ by their lifetime alone. */
function isFormer(claims: Record<string, unknown>): boolean {
  const { exp, iat } = claims
  return (
    Object.keys(claims).sort().join() === 'exp,iat,sub' &&
    typeof exp === 'number' &&
    typeof iat === 'number' &&
    exp - iat === LIFETIME_SECONDS
  )
}

/**
 * The key that signs tokens: the configured one, else the one made once and kept in the data folder (mode 0600).
 *
 * @throws Error when the kept one is too short.
 */
export function readSecretKey(config: Config, ids: Ids): string {
  if (config.secretKey) return config.secretKey
  const file = secretKeyFile(config)
  if (!existsSync(file)) {
    mkdirSync(config.dataDir, { recursive: true })
    writeFileSync(file, ids.secret(48), { mode: 0o600, flag: 'wx' })
  }
  const key = readFileSync(file, 'utf8').trim()
  if (key.length < SHORTEST_KEY)
    throw new Error(
      `${file} holds no key: restore it from a backup, or remove it (everybody has to log in again then).`,
    )
  return key
}

/** Where the key is kept that the server made for itself. */
export const secretKeyFile = ({ dataDir }: Pick<Config, 'dataDir'>): string =>
  join(dataDir, 'secret.key')

/** Characters. A disk that was full when the key was made has left an empty file. */
const SHORTEST_KEY = 16

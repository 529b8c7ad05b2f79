import type { Db } from '@/db/open'
import { insertOauth2Token } from '@/db/queries/oauth2-tokens'
import type { InTransaction } from '@/db/transact'
import type { Clock } from '@/lib/clock'
import { digestOf } from '@/lib/digest'
import type { Ids } from '@/lib/ids'

const SECOND = 1000
const ACCESS_SECONDS = 864_000
const REFRESH_SECONDS = 2 * ACCESS_SECONDS
const ACCESS_LENGTH = 42
const REFRESH_LENGTH = 48

/**
 * How soon after its first use a code or refresh token may be presented again without harm: the client sent it twice.
 */
const REPEAT = 10 * SECOND

/** The bearer tokens an app gets. They are returned once; only their digests are stored. */
export interface IssuedTokens {
  accessToken: string
  refreshToken: string
  /** Lifetime of the access token in seconds. */
  expiresIn: number
  /** What the tokens allow, separated by spaces. */
  scope: string
}

/** Issues a pair of tokens for a grant, valid for 10 days and refreshable for 20. */
export async function issueTokens(
  tx: InTransaction<{ db: Db; clock: Clock; ids: Ids }>,
  grantId: number,
  scope: string,
): Promise<IssuedTokens> {
  const accessToken = tx.ids.alphanumeric(ACCESS_LENGTH)
  const refreshToken = tx.ids.alphanumeric(REFRESH_LENGTH)
  const now = tx.clock.now()
  await insertOauth2Token(tx.db, {
    grant_id: grantId,
    access_hash: digestOf(accessToken),
    refresh_hash: digestOf(refreshToken),
    scope,
    created_at: now,
    access_expires_at: now + ACCESS_SECONDS * SECOND,
    refresh_expires_at: now + REFRESH_SECONDS * SECOND,
  })
  return { accessToken, refreshToken, expiresIn: ACCESS_SECONDS, scope }
}

/**
 * Whether the second use of a one-time secret means that it was stolen. A repetition within seconds comes from the same
 * client (a lost answer, two windows): it gets nothing new, but keeps what it has.
 */
export const isTheft = (usedAt: number, now: number): boolean => now - usedAt > REPEAT

import { hashText } from '@/lib/text/digest'
import type { Ids } from '@/lib/text/ids'
import { type Clock, SECOND } from '@/lib/time/clock'
import type { Db } from '@/store/db/connections/open'
import type { InTransaction } from '@/store/db/connections/transact'
import { insertOauth2Token } from '@/store/db/queries/accounts/oauth2-tokens'

const ACCESS_SECONDS = 864_000
const REFRESH_SECONDS = 2 * ACCESS_SECONDS
const ACCESS_LENGTH = 42
const REFRESH_LENGTH = 48

/**
 * Milliseconds after its first use during which a code or refresh token may be sent again without consequences, because
 * clients repeat requests.
 */
const REPEAT_TOLERANCE = 10 * SECOND

/** The bearer tokens of an app. They are returned only once; only their digests are stored. */
export interface IssuedTokens {
  accessToken: string
  refreshToken: string
  /** Lifetime of the access token in seconds. */
  expiresIn: number
  /** Granted scopes, separated by spaces. */
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
    access_hash: hashText(accessToken),
    refresh_hash: hashText(refreshToken),
    scope,
    created_at: now,
    access_expires_at: now + ACCESS_SECONDS * SECOND,
    refresh_expires_at: now + REFRESH_SECONDS * SECOND,
  })
  return { accessToken, refreshToken, expiresIn: ACCESS_SECONDS, scope }
}

/**
 * Whether the second use of a one-time secret indicates theft. A repetition within seconds comes from the same client
 * (a lost response, two windows): it gets no new tokens, but the grant stays valid.
 */
export const isTheft = (usedAt: number, now: number): boolean => now - usedAt > REPEAT_TOLERANCE

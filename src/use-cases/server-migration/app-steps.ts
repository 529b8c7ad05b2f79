import { hashText } from '@/lib/text/digest'
import { SECOND } from '@/lib/time/clock'
import type { SourceRow } from '@/services/postgres/snapshot'
import { findOauth2App } from '@/store/db/queries/accounts/oauth2-apps'
import { insertMigrated } from '@/store/db/queries/tasks/server-migrations'
import { toJson } from '@/store/db/schema/columns'
import { idIn, listIn, numberIn, objectIn, SkippedRowError, textIn, wordsIn } from './read-row'
import { into, rowStep } from './step'

/** Converts seconds since the Unix epoch to milliseconds. */
const secondsIn = (row: SourceRow, column: string) => (numberIn(row, column) ?? 0) * SECOND

/** Migrates apps with their ids and secrets, so that they need not be registered again. */
export const apps = rowStep(
  {
    name: 'apps',
    table: 'oauth2_client',
    required: ['client_id', 'client_secret', 'client_id_issued_at', 'client_metadata', 'user_id'],
  },
  (row) => {
    const facts = metadataOf(row)
    const secret = textIn(row, 'client_secret')
    return into('oauth2_apps', {
      id: idIn(row, 'id'),
      user_id: idIn(row, 'user_id'),
      client_id: wordsIn(row, 'client_id'),
      secret_hash: secret ? hashText(secret) : null,
      name: textIn(facts, 'client_name') ?? '',
      description: textIn(facts, 'client_description'),
      website: textIn(facts, 'client_uri') ?? '',
      redirect_uris: toJson(listIn(facts, 'redirect_uris').map(String)),
      scope: textIn(facts, 'scope') ?? '',
      created_at: secondsIn(row, 'client_id_issued_at'),
    })
  },
)

/** Parses the metadata of an app, which the source server stores as text. */
function metadataOf(row: SourceRow): SourceRow {
  try {
    return objectIn({ facts: JSON.parse(textIn(row, 'client_metadata') ?? '') }, 'facts')
  } catch {
    throw new SkippedRowError('failed', 'client_metadata cannot be read')
  }
}

/**
 * Migrates valid tokens. Each gets its own grant, since the source server does not store which tokens belong together.
 */
export const tokens = rowStep(
  {
    name: 'app tokens',
    table: 'oauth2_token',
    required: [
      ...['client_id', 'access_token', 'refresh_token', 'scope', 'issued_at', 'expires_in'],
      ...['user_id', 'access_token_revoked_at', 'refresh_token_revoked_at'],
    ],
  },
  (row) => async (tx) => {
    const issuedAt = secondsIn(row, 'issued_at')
    const lifetime = secondsIn(row, 'expires_in')
    const refreshEndsAt = issuedAt + 2 * lifetime
    const revoked = ['access_token_revoked_at', 'refresh_token_revoked_at']
    if (revoked.some((column) => numberIn(row, column) !== 0))
      throw new SkippedRowError('left out', 'revoked, or replaced by another one')
    if (refreshEndsAt <= tx.clock.now()) throw new SkippedRowError('left out', 'expired')
    const app = await findOauth2App(tx.db, textIn(row, 'client_id') ?? '')
    if (!app) throw new SkippedRowError('failed', 'its app is gone')
    const access = wordsIn(row, 'access_token')
    const scope = textIn(row, 'scope') ?? ''
    const id = idIn(row, 'id')
    await insertMigrated(tx.db, 'oauth2_grants', {
      id,
      app_id: app.id,
      user_id: idIn(row, 'user_id'),
      // The authorization code has been used. This digest cannot match any code.
      code_hash: hashText(`of the grant of ${access}`),
      scope,
      created_at: issuedAt,
      redeemed_at: issuedAt,
    })
    await insertMigrated(tx.db, 'oauth2_tokens', {
      id,
      grant_id: id,
      access_hash: hashText(access),
      // Without a refresh token, the digest must not match anything.
      refresh_hash: hashText(textIn(row, 'refresh_token') ?? `none of ${access}`),
      scope,
      created_at: issuedAt,
      access_expires_at: issuedAt + lifetime,
      refresh_expires_at: refreshEndsAt,
    })
  },
)

/** Migrates ended sessions, so that they stay ended. */
export const endedSessions = rowStep(
  {
    name: 'ended sessions',
    table: 'blacklisted_tokens',
    required: ['token', 'expired_at', 'blacklisted_on'],
  },
  (row) => async (tx) => {
    const token = textIn(row, 'token')
    const expiresAt = secondsIn(row, 'expired_at')
    if (!token || expiresAt <= tx.clock.now()) throw new SkippedRowError('left out', 'expired')
    await insertMigrated(tx.db, 'blacklisted_tokens', {
      token_hash: hashText(token),
      expires_at: expiresAt,
      blacklisted_at: Math.floor(numberIn(row, 'blacklisted_on') ?? 0),
    })
  },
)

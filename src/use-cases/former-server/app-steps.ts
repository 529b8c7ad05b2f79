import { toJson } from '@/db/columns'
import { findOauth2App } from '@/db/queries/oauth2-apps'
import { insertMoved } from '@/db/queries/server-moves'
import { digestOf } from '@/lib/digest'
import type { SourceRow } from '@/postgres/snapshot'
import { idIn, listIn, Missed, numberIn, objectIn, textIn, wordsIn } from './read-row'
import { into, rowStep } from './step'

const SECOND = 1000

/** Seconds since the Unix epoch as milliseconds. */
const secondsIn = (row: SourceRow, column: string) => (numberIn(row, column) ?? 0) * SECOND

/** Apps keep their ids and secrets, so that they go on without being registered again. */
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
      secret_hash: secret ? digestOf(secret) : null,
      name: textIn(facts, 'client_name') ?? '',
      description: textIn(facts, 'client_description'),
      website: textIn(facts, 'client_uri') ?? '',
      redirect_uris: toJson(listIn(facts, 'redirect_uris').map(String)),
      scope: textIn(facts, 'scope') ?? '',
      created_at: secondsIn(row, 'client_id_issued_at'),
    })
  },
)

/** What an app says of itself; the other server keeps it as a text. */
function metadataOf(row: SourceRow): SourceRow {
  try {
    return objectIn({ facts: JSON.parse(textIn(row, 'client_metadata') ?? '') }, 'facts')
  } catch {
    throw new Missed('failed', 'client_metadata cannot be read')
  }
}

/** Tokens that are still good, each as a grant of its own: the other server does not tell which belong together. */
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
      throw new Missed('left out', 'revoked, or replaced by another one')
    if (refreshEndsAt <= tx.clock.now()) throw new Missed('left out', 'expired')
    const app = await findOauth2App(tx.db, textIn(row, 'client_id') ?? '')
    if (!app) throw new Missed('failed', 'its app is gone')
    const access = wordsIn(row, 'access_token')
    const scope = textIn(row, 'scope') ?? ''
    const id = idIn(row, 'id')
    await insertMoved(tx.db, 'oauth2_grants', {
      id,
      app_id: app.id,
      user_id: idIn(row, 'user_id'),
      // The code was used up there; nobody knows a text with this digest.
      code_hash: digestOf(`of the grant of ${access}`),
      scope,
      created_at: issuedAt,
      redeemed_at: issuedAt,
    })
    await insertMoved(tx.db, 'oauth2_tokens', {
      id,
      grant_id: id,
      access_hash: digestOf(access),
      // Without one there is nothing that could be presented.
      refresh_hash: digestOf(textIn(row, 'refresh_token') ?? `none of ${access}`),
      scope,
      created_at: issuedAt,
      access_expires_at: issuedAt + lifetime,
      refresh_expires_at: refreshEndsAt,
    })
  },
)

/** Sessions that were ended there stay ended. */
export const endedSessions = rowStep(
  {
    name: 'ended sessions',
    table: 'blacklisted_tokens',
    required: ['token', 'expired_at', 'blacklisted_on'],
  },
  (row) => async (tx) => {
    const token = textIn(row, 'token')
    const expiresAt = secondsIn(row, 'expired_at')
    if (!token || expiresAt <= tx.clock.now()) throw new Missed('left out', 'expired')
    await insertMoved(tx.db, 'blacklisted_tokens', {
      token_hash: digestOf(token),
      expires_at: expiresAt,
      blacklisted_at: Math.floor(numberIn(row, 'blacklisted_on') ?? 0),
    })
  },
)

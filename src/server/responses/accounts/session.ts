import { type Static, Type } from '@sinclair/typebox'
import { formatHttpDate } from '@/lib/time/http-date'
import { flag, nullable, numericId, oneOf, text, timestamp } from '@/server/responses/fields'
import type { SessionRow } from '@/store/db/queries/accounts/sessions'
import { LOGIN_METHODS } from '@/store/db/schema/columns'

/** The token of a new session. */
export const sessionToken = text('A session token.')
/** The message of a response with a new session. */
export const LOGGED_IN = 'successfully logged in'

export const session = Type.Object(
  {
    browser: nullable(text('Browser that logged in, if it is known.')),
    created_at: timestamp('When the user logged in.'),
    expires_at: timestamp('When the session ends by itself.'),
    id: numericId('Number of the session in URLs of this API.'),
    is_current: flag('Whether it is the session that sent the request.'),
    last_seen_on: text('Day of the last request, in UTC: `YYYY-MM-DD`.'),
    login_method: nullable(
      oneOf(
        LOGIN_METHODS,
        'How the user logged in; null if an earlier release of the server did not record it.',
      ),
    ),
    os: nullable(text('Operating system that logged in, if it is known.')),
  },
  { $id: 'Session', description: 'A session, which begins with a login.' },
)

export const presentSession = (
  row: SessionRow & { isCurrent: boolean },
): Static<typeof session> => ({
  browser: row.browser,
  created_at: formatHttpDate(row.created_at),
  expires_at: formatHttpDate(row.expires_at),
  id: row.id,
  is_current: row.isCurrent,
  last_seen_on: row.last_seen_on,
  login_method: row.login_method,
  os: row.os,
})

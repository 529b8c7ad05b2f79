import { type Static, Type } from '@sinclair/typebox'
import { formatHttpDate } from '@/lib/time/http-date'
import { nullable, numericId, text, timestamp } from '@/server/responses/fields'
import type { PersonalTokenRow } from '@/store/db/queries/accounts/personal-tokens'

export const personalToken = Type.Object(
  {
    created_at: timestamp('When the token was created.'),
    expires_at: nullable(timestamp('When it stops working; null: never.')),
    id: numericId('Number of the token in URLs of this API.'),
    last_used_at: nullable(timestamp('When it was last used, to the minute; null: never.')),
    name: text('Name of the token.'),
    scope: text('Scopes of the token, separated by spaces.'),
  },
  { $id: 'PersonalToken', description: 'A personal access token, without the secret.' },
)

export const newPersonalToken = Type.Object(
  {
    ...personalToken.properties,
    token: text('The secret. It is returned only here; it cannot be retrieved later.'),
  },
  { $id: 'CreatedPersonalToken', description: 'A new personal access token, with its secret.' },
)

/** A token, for its owner. The secret is only returned at creation. */
export const presentPersonalToken = (token: PersonalTokenRow): Static<typeof personalToken> => ({
  created_at: formatHttpDate(token.created_at),
  expires_at: token.expires_at === null ? null : formatHttpDate(token.expires_at),
  id: token.id,
  last_used_at: token.last_used_at === null ? null : formatHttpDate(token.last_used_at),
  name: token.name,
  scope: token.scope,
})

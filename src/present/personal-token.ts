import { type Static, Type } from '@sinclair/typebox'
import type { PersonalTokenRow } from '@/db/queries/personal-tokens'
import { httpDate } from '@/lib/http-date'
import { nullable, numericId, text, timestamp } from './scalars'

export const personalToken = Type.Object(
  {
    created_at: timestamp('When the token was made.'),
    expires_at: nullable(timestamp('When it stops working; null: never.')),
    id: numericId('Number of the token in addresses of this API.'),
    last_used_at: nullable(timestamp('When it was last used, to the minute; null: never.')),
    name: text('What its owner calls it.'),
    scope: text('What it may do, separated by spaces.'),
  },
  { $id: 'Token', description: 'A token that a user made for a program; not the secret itself.' },
)

export const newPersonalToken = Type.Object(
  { ...personalToken.properties, token: text('The secret. It is told only now.') },
  { $id: 'NewToken', description: 'A token that was just made, with its secret.' },
)

/** A token as its owner sees it; the secret is told once, at creation. */
export const presentPersonalToken = (token: PersonalTokenRow): Static<typeof personalToken> => ({
  created_at: httpDate(token.created_at),
  expires_at: token.expires_at === null ? null : httpDate(token.expires_at),
  id: token.id,
  last_used_at: token.last_used_at === null ? null : httpDate(token.last_used_at),
  name: token.name,
  scope: token.scope,
})

import { type Static, Type } from '@sinclair/typebox'
import { formatHttpDate } from '@/lib/time/http-date'
import { numericId, text, timestamp } from '@/server/responses/fields'
import type { LiveGrant } from '@/store/db/queries/accounts/oauth2-grants'
import { appIdentity } from './oauth2-app'

export const oauth2Grant = Type.Object(
  {
    client: appIdentity,
    created_at: timestamp('When access was granted.'),
    id: numericId('Number of the grant in URLs of this API.'),
    scope: text('Granted scopes, separated by spaces.'),
  },
  { $id: 'Grant', description: "The access of an app to a user's account." },
)

/** The access of an app to the caller's account. */
export const presentOauth2Grant = (grant: LiveGrant): Static<typeof oauth2Grant> => ({
  client: {
    client_description: grant.description,
    client_id: grant.client_id,
    name: grant.name,
    website: grant.website,
  },
  created_at: formatHttpDate(grant.created_at),
  id: grant.id,
  scope: grant.scope,
})

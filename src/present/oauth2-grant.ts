import { type Static, Type } from '@sinclair/typebox'
import type { LiveGrant } from '@/db/queries/oauth2-grants'
import { httpDate } from '@/lib/http-date'
import { appIdentity } from './oauth2-app'
import { numericId, text, timestamp } from './scalars'

export const oauth2Grant = Type.Object(
  {
    client: appIdentity,
    created_at: timestamp('When access was granted.'),
    id: numericId('Number of the grant in addresses of this API.'),
    scope: text('What the app may do, separated by spaces.'),
  },
  { $id: 'Grant', description: 'What an app may do in the name of a user.' },
)

/** What an app may do in one's name. */
export const presentOauth2Grant = (grant: LiveGrant): Static<typeof oauth2Grant> => ({
  client: {
    client_description: grant.description,
    client_id: grant.client_id,
    name: grant.name,
    website: grant.website,
  },
  created_at: httpDate(grant.created_at),
  id: grant.id,
  scope: grant.scope,
})

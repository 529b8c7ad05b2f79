import { t } from 'elysia'
import { validatedLater } from '@/server/http/documented-input'
import { text } from '@/server/responses/fields'

/** The use case has its own messages for missing keys and for scopes. */
export const appInput = t.Object(
  {
    client_name: t.Optional(t.String({ description: 'Name of the app; required.' })),
    client_uri: t.Optional(t.String({ description: 'Website of the app; required.' })),
    client_description: t.Optional(
      t.Union([t.Null(), t.String()], { description: 'Description of the app for its users.' }),
    ),
    redirect_uris: t.Optional(
      t.Array(t.String(), {
        description: 'Allowed targets for authorization codes, the first is the default; required.',
      }),
    ),
    scope: t.Optional(
      validatedLater(text('Scopes separated by spaces, required; unknown ones are ignored.')),
    ),
    token_endpoint_auth_method: t.Optional(
      t.Union([t.Literal('client_secret_post'), t.Literal('none')], {
        description: '`none` registers a public app; `client_secret_post` by default.',
      }),
    ),
  },
  { additionalProperties: true },
)

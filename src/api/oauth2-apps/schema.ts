import { t } from 'elysia'
import { judgedLater } from '@/http/accepted'
import { text } from '@/present/scalars'

/** The use case has texts of its own for keys that are missing, and for scopes. */
export const appInput = t.Object(
  {
    client_name: t.Optional(t.String({ description: 'Name of the app; needed.' })),
    client_uri: t.Optional(t.String({ description: 'Website of the app; needed.' })),
    client_description: t.Optional(
      t.Union([t.Null(), t.String()], { description: 'What users are told of the app.' }),
    ),
    redirect_uris: t.Optional(
      t.Array(t.String(), {
        description: 'Where authorization codes may go, the first is the usual place; needed.',
      }),
    ),
    scope: t.Optional(
      judgedLater(text('Scopes separated by spaces, needed; unknown ones are dropped.')),
    ),
    token_endpoint_auth_method: t.Optional(
      t.Union([t.Literal('client_secret_post'), t.Literal('none')], {
        description: '`none` makes a public app; `client_secret_post` by default.',
      }),
    ),
  },
  { additionalProperties: true },
)

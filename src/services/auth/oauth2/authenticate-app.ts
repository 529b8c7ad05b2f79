import { timingSafeEqual } from 'node:crypto'
import { hashText } from '@/lib/text/digest'
import type { Db } from '@/store/db/connections/open'
import { findOauth2App, type Oauth2AppRow } from '@/store/db/queries/accounts/oauth2-apps'
import { tokenError, UNKNOWN_CLIENT } from './token-error'

/** Whether an app cannot keep a secret, and authenticates by PKCE alone. */
export const isPublicApp = (app: Oauth2AppRow): boolean => app.secret_hash === null

/**
 * Authenticates the app of a token request by the secret in the form. Public apps have no secret.
 *
 * @throws 400 `invalid_client`.
 */
export async function authenticateApp(db: Db, form: URLSearchParams): Promise<Oauth2AppRow> {
  const clientId = form.get('client_id')
  const secret = form.get('client_secret')
  if (!clientId) throw wrongSecret()
  const app = await findOauth2App(db, clientId)
  if (secret && !app) throw tokenError('invalid_client', UNKNOWN_CLIENT)
  if (!app || !hasValidSecret(app, secret)) throw wrongSecret()
  return app
}

function hasValidSecret(app: Oauth2AppRow, secret: string | null): boolean {
  if (app.secret_hash === null) return !secret
  if (!secret) return false
  return timingSafeEqual(Buffer.from(hashText(secret)), Buffer.from(app.secret_hash))
}

const wrongSecret = () =>
  tokenError(
    'invalid_client',
    "The client cannot authenticate with methods: ['client_secret_post']",
  )

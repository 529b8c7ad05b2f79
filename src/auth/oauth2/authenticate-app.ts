import { timingSafeEqual } from 'node:crypto'
import type { Db } from '@/db/open'
import { findOauth2App, type Oauth2AppRow } from '@/db/queries/oauth2-apps'
import { digestOf } from '@/lib/digest'
import { refusal, UNKNOWN_CLIENT } from './refusal'

/** Whether an app cannot keep a secret, and proves itself by PKCE alone. */
export const isPublicApp = (app: Oauth2AppRow): boolean => app.secret_hash === null

/**
 * The app that makes a token request: it sends its secret in the form, or has none.
 *
 * @throws 400 `invalid_client`.
 */
export async function authenticateApp(db: Db, form: URLSearchParams): Promise<Oauth2AppRow> {
  const clientId = form.get('client_id')
  const secret = form.get('client_secret')
  if (!clientId) throw wrongSecret()
  const app = await findOauth2App(db, clientId)
  if (secret && !app) throw refusal('invalid_client', UNKNOWN_CLIENT)
  if (!app || !isProven(app, secret)) throw wrongSecret()
  return app
}

function isProven(app: Oauth2AppRow, secret: string | null): boolean {
  if (app.secret_hash === null) return !secret
  if (!secret) return false
  return timingSafeEqual(Buffer.from(digestOf(secret)), Buffer.from(app.secret_hash))
}

const wrongSecret = () =>
  refusal('invalid_client', "The client cannot authenticate with methods: ['client_secret_post']")

import { api, unwrap } from '@/web/api/client/client'

const { passkey } = api.auth.login

/**
 * Logs in with a passkey and returns the session token. With `email`, only passkeys of this account are accepted.
 */
export async function logInWithPasskey(email: string | undefined): Promise<string> {
  const { data: options } = await unwrap(passkey.options.post())
  const { requestPasskey } = await import('@/web/api/client/authenticator')
  const credential = await requestPasskey(options)
  return (await unwrap(passkey.post({ credential, ...(email !== undefined && { email }) })))
    .auth_token
}

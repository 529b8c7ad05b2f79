import { toServerPath } from './server-path'

/** Headers sent with every request: the session token and the dialect of the API. */
export function getRequestHeaders(): Record<string, string> {
  const token = getSessionToken()
  return { 'X-API-Dialect': 'spec', ...(token && { Authorization: `Bearer ${token}` }) }
}

/**
 * The localStorage key of the token. It contains the base path so that two servers under different paths of one host do
 * not share a session.
 */
export const getTokenKey = () => `milepost.token${toServerPath('')}`

/**
 * Returns the id of the account that a token belongs to, or null. It is the subject (`sub`, RFC 7519) of the token, whose
 * signature only the server can verify.
 */
export function getTokenAccount(token: string): string | null {
  try {
    const [, payload = ''] = token.split('.')
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof sub === 'string' ? sub : null
  } catch {
    return null
  }
}

/** The token of the logged-in account, or null. */
export function getSessionToken(): string | null {
  return localStorage.getItem(getTokenKey())
}

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

/** Returns a claim of a token (RFC 7519), or null. Only the server can verify the signature. */
function getClaim(token: string, name: string): string | null {
  try {
    const [, payload = ''] = token.split('.')
    const { [name]: claim } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof claim === 'string' ? claim : null
  } catch {
    return null
  }
}

/** Returns the id of the account that a token belongs to, or null. */
export const getTokenAccount = (token: string): string | null => getClaim(token, 'sub')

/** Returns the id of a token, which differs between two logins of an account, or null. */
export const getTokenId = (token: string): string | null => getClaim(token, 'jti')

/** The token of the logged-in account, or null. */
export function getSessionToken(): string | null {
  return localStorage.getItem(getTokenKey())
}

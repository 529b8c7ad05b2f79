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

/** The token of the logged-in account, or null. */
export function getSessionToken(): string | null {
  return localStorage.getItem(getTokenKey())
}

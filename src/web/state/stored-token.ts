import { serverPath } from '@/web/api/server-path'

/** Where this device keeps the token. Two servers below different paths of one host do not take each other's sessions. */
export const tokenKey = () => `milepost.token${serverPath('')}`

/** The token of the logged-in account, or null. */
export function sessionToken(): string | null {
  return localStorage.getItem(tokenKey())
}

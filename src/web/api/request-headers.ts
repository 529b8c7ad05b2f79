import { sessionToken } from '@/web/state/stored-token'

/** Headers that every request carries: who asks, and in which dialect of the API this page reads. */
export function requestHeaders(): Record<string, string> {
  const token = sessionToken()
  return { 'X-API-Dialect': 'spec', ...(token && { Authorization: `Bearer ${token}` }) }
}

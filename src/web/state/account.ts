import { getSessionToken } from '@/web/api/client/stored-token'

/**
 * Returns the account id in the session on this device, also while offline; null without a session. It is the subject
 * (`sub`, RFC 7519) of the token, whose signature only the server can verify.
 */
export function getSessionAccount(): string | null {
  try {
    const [, payload = ''] = (getSessionToken() ?? '').split('.')
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof sub === 'string' ? sub : null
  } catch {
    return null
  }
}

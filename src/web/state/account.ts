import { sessionToken } from './stored-token'

/**
 * What names the account of the session on this device, also when nobody can be asked; null without a session. It is
 * the subject of the session's token (RFC 7519), of which only the server can tell whether it is true.
 */
export function sessionAccount(): string | null {
  try {
    const [, payload = ''] = (sessionToken() ?? '').split('.')
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof sub === 'string' ? sub : null
  } catch {
    return null
  }
}

import { unknownUrl } from '@/lib/errors'
import type { AppContext } from '@/services/context'

/** Description of the 404 of `requireMail` in the API document. */
export const NO_MAIL = 'Email is not configured on this server.'

/**
 * For `transform` of routes that only exist while email is configured. @throws 404 otherwise, before the body is read.
 */
export function requireMail(ctx: AppContext): void {
  if (!ctx.config.mail) throw unknownUrl()
}

import type { AppContext } from '@/context'
import { unknownUrl } from '@/errors'

/** What the API document says of `requireMail`. */
export const NO_MAIL = 'This server sends no mail.'

/** For `transform` of routes that exist only while mail is sent. @throws 404 otherwise, whatever the body. */
export function requireMail(ctx: AppContext): void {
  if (!ctx.config.mail) throw unknownUrl()
}

import { addDevice, type DeviceOwner, storeKnownAddress } from '@/services/auth/known-devices'
import type { AppContext } from '@/services/context'
import { clientNetwork } from './client-address'

const COOKIE = 'milepost-device'
/** Seconds; browsers limit cookies to 400 days. */
const LIFETIME = 400 * 86_400
const IN_COOKIES = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.~-]{1,400})(?:;|$)`)

/** The value of the device cookie of a request; '' without one. Nothing in it has been verified. */
export const readDeviceCookie = ({ headers }: Request): string =>
  IN_COOKIES.exec(headers.get('cookie') ?? '')?.[1] ?? ''

/**
 * Marks the device of a successful login as known. Returns the `Set-Cookie` header; the browser sends the cookie to the
 * login route only. A failure to store the address is only logged, because the login has succeeded.
 */
export async function rememberDevice(
  ctx: AppContext,
  request: Request,
  user: DeviceOwner,
): Promise<string> {
  await storeKnownAddress(ctx, user, clientNetwork(ctx, request)).catch((error) =>
    ctx.log.warn({ err: error }, 'could not store the client address of a login'),
  )
  const { basePath, uiUrl } = ctx.config
  const former = readDeviceCookie(request)
  const value = addDevice(ctx.deviceSigner, user, { former, id: ctx.ids.hex(8) })
  const secure = uiUrl.startsWith('https:') ? '; Secure' : ''
  return `${COOKIE}=${value}; Path=${basePath}/api/auth/login; Max-Age=${LIFETIME}; HttpOnly; SameSite=Strict${secure}`
}

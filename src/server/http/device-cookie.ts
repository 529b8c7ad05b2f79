import {
  addDevice,
  type DeviceOwner,
  type LoginClient,
  storeKnownClient,
} from '@/services/auth/known-devices'
import type { AppContext } from '@/services/context'
import { clientNetwork } from './client-address'
import { requestDevice } from './device'

const COOKIE = 'milepost-device'
/** Seconds; browsers limit cookies to 400 days. */
const LIFETIME = 400 * 86_400
const IN_COOKIES = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.~-]{1,400})(?:;|$)`)

/** The value of the device cookie of a request; '' without one. Nothing in it has been verified. */
export const readDeviceCookie = ({ headers }: Request): string =>
  IN_COOKIES.exec(headers.get('cookie') ?? '')?.[1] ?? ''

/** What identifies the client that sent a request. */
export const requestClient = (ctx: AppContext, request: Request): LoginClient => ({
  cookie: readDeviceCookie(request),
  device: requestDevice(request),
  network: clientNetwork(ctx, request),
})

/**
 * Marks the device and the address of a successful login as known. Returns the header of `deviceCookie`. A failure to
 * store the address is only logged, because the login has succeeded.
 */
export async function rememberDevice(
  ctx: AppContext,
  request: Request,
  user: DeviceOwner,
): Promise<string> {
  await storeKnownClient(ctx, user, requestClient(ctx, request)).catch((error) =>
    ctx.log.warn({ err: error }, 'could not store the client address of a login'),
  )
  return deviceCookie(ctx, request, user)
}

/**
 * Returns the `Set-Cookie` header that marks a browser as known to an account. The browser sends the cookie to the login
 * route only.
 */
export function deviceCookie(
  { config, deviceSigner, ids }: AppContext,
  request: Request,
  user: DeviceOwner,
): string {
  const former = readDeviceCookie(request)
  const value = addDevice(deviceSigner, user, { former, id: ids.hex(8) })
  const secure = config.uiUrl.startsWith('https:') ? '; Secure' : ''
  return `${COOKIE}=${value}; Path=${config.basePath}/api/auth/login; Max-Age=${LIFETIME}; HttpOnly; SameSite=Strict${secure}`
}

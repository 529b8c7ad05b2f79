import { hashText } from '@/lib/text/digest'
import type { DeviceOwner } from '@/services/auth/known-devices'
import { LIFETIME_SECONDS } from '@/services/auth/session-tokens'
import type { AppContext } from '@/services/context'
import { rememberDevice } from './device-cookie'
import { requestedDialect } from './request-dialect'

/*
 * The session cookies of FitTrackee 1.3, whose web client knows no tokens. The browser sends the token in a cookie that
 * scripts cannot read; another cookie contains the CSRF token, which the client repeats in a header. Only requests in
 * the dialect `fittrackee` can use them.
 */

const TOKEN_COOKIE = 'access_token_cookie'
const CSRF_COOKIE = 'csrf_access_token'
const CSRF_HEADER = 'x-csrf-token'
/** Matches the token in a `Cookie` header. Only session tokens consist of three parts. */
const IN_COOKIES = new RegExp(`(?:^|;\\s*)${TOKEN_COOKIE}=([\\w-]+\\.[\\w-]+\\.[\\w-]+)(?:;|$)`)
/** Methods that change nothing, and need no CSRF token. */
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** Returns the `Set-Cookie` headers of a successful login: the known device and, for FitTrackee's client, the session. */
export async function loginCookies(
  ctx: AppContext,
  request: Request,
  { token, user }: { token: string; user: DeviceOwner },
): Promise<string[]> {
  const device = await rememberDevice(ctx, request, user)
  // Programs with a cookie jar would otherwise stay logged in when they send no token.
  if (!isFromPage(request) || !isSameOrigin(ctx, request)) return [device]
  const csrf = ctx.csrfSigner.sign(hashText(token))
  return [device, ...setCookies(ctx, request, { token, csrf, lifetime: LIFETIME_SECONDS })]
}

/** Returns the `Set-Cookie` headers that end the session in FitTrackee's client. */
export const clearedCookies = (ctx: AppContext, request: Request): string[] =>
  setCookies(ctx, request, { token: '', csrf: '', lifetime: 0 })

function setCookies(
  ctx: AppContext,
  request: Request,
  { token, csrf, lifetime }: { token: string; csrf: string; lifetime: number },
): string[] {
  if (!requestedDialect(ctx, request).hasSessionCookies) return []
  const { basePath, uiUrl } = ctx.config
  const secure = uiUrl.startsWith('https:') ? '; Secure' : ''
  const rules = `Path=${basePath}/; Max-Age=${lifetime}; SameSite=Lax${secure}`
  return [`${TOKEN_COOKIE}=${token}; ${rules}; HttpOnly`, `${CSRF_COOKIE}=${csrf}; ${rules}`]
}

/**
 * Handles a request with the token of its session cookie, if it has a valid one and no `Authorization` header. If the
 * session has ended, the response deletes the cookies, because the client cannot.
 */
export function handleWithCookie(
  ctx: AppContext,
  request: Request,
  handle: (request: Request) => Response | Promise<Response>,
): Response | Promise<Response> {
  const token = findCookieToken(ctx, request)
  if (token === undefined) return handle(request)
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${token}`)
  const authorized = new Request(request, { headers })
  ctx.addresses.pass(request, authorized)
  return handleAndClear(ctx, authorized, handle)
}

async function handleAndClear(
  ctx: AppContext,
  request: Request,
  handle: (request: Request) => Response | Promise<Response>,
): Promise<Response> {
  const response = await handle(request)
  // Other 401s, such as that of a wrong password, have no such challenge.
  const isEnded = response.status === 401 && response.headers.has('www-authenticate')
  if (!isEnded) return response
  const headers = new Headers(response.headers)
  for (const cookie of clearedCookies(ctx, request)) headers.append('set-cookie', cookie)
  return new Response(response.body, { status: response.status, headers })
}

/** Returns the token in the cookie of a request that may use it. */
function findCookieToken(ctx: AppContext, request: Request): string | undefined {
  const { headers, method } = request
  const token = IN_COOKIES.exec(headers.get('cookie') ?? '')?.[1]
  if (token === undefined || headers.has('authorization')) return undefined
  if (!requestedDialect(ctx, request).hasSessionCookies || !isSameOrigin(ctx, request))
    return undefined
  const isConfirmed = ctx.csrfSigner.verify(headers.get(CSRF_HEADER) ?? '') === hashText(token)
  return SAFE_METHODS.includes(method) || isConfirmed ? token : undefined
}

/** Whether a request was sent by a page, and not by a program. */
const isFromPage = ({ headers }: Request) => headers.has('origin') || headers.has('sec-fetch-site')

/** Whether a request was sent by a page of this server or by the user, as far as the browser says. */
export function isSameOrigin(
  { config }: Pick<AppContext, 'config'>,
  { url, headers }: Request,
): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const origin = headers.get('origin')
  if (origin === null) return true
  const hosts = [url, config.uiUrl].map((one) => new URL(one).host)
  return URL.canParse(origin) && hosts.includes(new URL(origin).host)
}

import { SECOND } from '@/lib/time/clock'
import { PENDING_LIFETIME, type PendingLogin } from '@/services/auth/oidc/pending-login'
import type { AppContext } from '@/services/context'

const COOKIE = 'milepost-login'
const IN_COOKIES = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{1,4000})(?:;|$)`)

type Deps = Pick<AppContext, 'config' | 'loginSealer'>

/**
 * Returns the `Set-Cookie` header with which a browser stores a login in progress. Scripts cannot read it, and the
 * browser does not send it with requests of other sites.
 */
export const loginCookie = ({ config, loginSealer }: Deps, pending: PendingLogin): string =>
  cookie(config, {
    value: loginSealer.seal(JSON.stringify(pending)).toString('base64url'),
    seconds: PENDING_LIFETIME / SECOND,
  })

/** Returns the `Set-Cookie` header that deletes the cookie, so that it works once. */
export const deletedLoginCookie = ({ config }: Pick<Deps, 'config'>): string =>
  cookie(config, { value: '', seconds: 0 })

const cookie = (
  { uiUrl, basePath }: AppContext['config'],
  { value, seconds }: { value: string; seconds: number },
) => {
  const secure = uiUrl.startsWith('https:') ? '; Secure' : ''
  return `${COOKIE}=${value}; Path=${basePath}/api/auth; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}

/** The login in progress of the browser that sent a request; undefined without a valid cookie. */
export function readLoginCookie(
  { loginSealer }: Pick<Deps, 'loginSealer'>,
  { headers }: Request,
): PendingLogin | undefined {
  const [, value] = IN_COOKIES.exec(headers.get('cookie') ?? '') ?? []
  if (value === undefined) return undefined
  try {
    return JSON.parse(loginSealer.open(Buffer.from(value, 'base64url')))
  } catch {
    return undefined
  }
}

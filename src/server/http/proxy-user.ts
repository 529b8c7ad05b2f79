import { forbidden } from '@/lib/errors'
import { hashText } from '@/lib/text/digest'
import type { AppContext } from '@/services/context'
import { comesFromProxy, POSITION_REQUEST } from './client-address'
import { isSameOrigin } from './session-cookies'

type Deps = Pick<AppContext, 'addresses' | 'config' | 'proxySigner'>

/** Header with which a read-only server vouches for the user whom a proxy has named to it. */
const VOUCHER = 'x-milepost-proxy-user'

/** The user whom a trusted proxy has authenticated; undefined if it names none, or the request comes from elsewhere. */
export function readProxyUser(ctx: Deps, request: Request) {
  const { proxy } = ctx.config.login
  if (!proxy || !comesFromProxy(ctx, request)) return undefined
  const { headers } = request
  const read = (name: string | undefined) =>
    (name === undefined ? null : headers.get(name)) || undefined
  const user = read(proxy.user)
  if (user === undefined) return undefined
  const groups = (read(proxy.groups) ?? '').split(',').map((group) => group.trim())
  const named = { user, email: read(proxy.email), groups: groups.filter((group) => group !== '') }
  // Read-only servers are trusted as proxies, but their clients are not.
  const isForwarded = headers.has(POSITION_REQUEST)
  const isVouchedFor = ctx.proxySigner.verify(headers.get(VOUCHER) ?? '') === digestOf(named)
  return isForwarded && !isVouchedFor ? undefined : named
}

const digestOf = (named: object) => hashText(JSON.stringify(named))

/** Changes the headers of a request that a read-only server forwards, so that the primary knows who named the user. */
export function vouchForProxyUser(ctx: Deps, request: Request, headers: Headers): void {
  const named = readProxyUser(ctx, request)
  headers.delete(VOUCHER)
  if (named) headers.set(VOUCHER, ctx.proxySigner.sign(digestOf(named)))
}

/**
 * Rejects requests of pages of other sites: the proxy adds its header to them, too, unlike a token.
 *
 * @throws 403
 */
export function requireOwnPage(ctx: Pick<AppContext, 'config'>, request: Request): void {
  if (!isSameOrigin(ctx, request)) throw forbidden('only the pages of this server may do this')
}

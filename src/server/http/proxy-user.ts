import { forbidden } from '@/lib/errors'
import type { AppContext } from '@/services/context'
import { comesFromProxy } from './client-address'
import { isSameOrigin } from './session-cookies'

type Deps = Pick<AppContext, 'addresses' | 'config'>

/** The user whom a trusted proxy has authenticated; undefined if it names none, or the request comes from elsewhere. */
export function readProxyUser(ctx: Deps, request: Request) {
  const { proxy } = ctx.config.login
  if (!proxy || !comesFromProxy(ctx, request)) return undefined
  const read = (name: string | undefined) =>
    (name === undefined ? null : request.headers.get(name)) || undefined
  const user = read(proxy.user)
  if (user === undefined) return undefined
  const groups = (read(proxy.groups) ?? '').split(',').map((group) => group.trim())
  return { user, email: read(proxy.email), groups: groups.filter((group) => group !== '') }
}

/**
 * Removes the headers with which a proxy names a user from a request that is forwarded to a server that trusts this one,
 * unless a trusted proxy has sent it.
 */
export function removeProxyUser(ctx: Deps, request: Request, headers: Headers): void {
  const { proxy } = ctx.config.login
  if (!proxy || comesFromProxy(ctx, request)) return
  for (const name of [proxy.user, proxy.email, proxy.groups])
    if (name !== undefined) headers.delete(name)
}

/**
 * Rejects requests of pages of other sites: the proxy adds its header to them, too, unlike a token.
 *
 * @throws 403
 */
export function requireOwnPage(ctx: Pick<AppContext, 'config'>, request: Request): void {
  if (!isSameOrigin(ctx, request)) throw forbidden('only the pages of this server may do this')
}

import { isIPv6 } from 'node:net'
import type { AppContext } from '@/context'
import { plainAddress, SOCKET_ADDRESS } from '@/lib/request-addresses'

type Concerned = Pick<AppContext, 'addresses' | 'config'>

/**
 * Whether a request comes from a proxy that is believed. Who may use the Unix socket is, for its permissions say who
 * that is.
 */
export function comesFromProxy({ addresses, config }: Concerned, request: Request): boolean {
  const direct = addresses.of(request)
  return direct === SOCKET_ADDRESS || config.trustedProxies.includes(direct)
}

/** The address of the client: the last one on the way here that is no trusted proxy. */
export function clientAddress(ctx: Concerned, request: Request): string {
  const { trustedProxies } = ctx.config
  const direct = ctx.addresses.of(request)
  if (!comesFromProxy(ctx, request)) return direct
  const way = (request.headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((address) => plainAddress(address.trim()))
    .filter((address) => address !== '')
  return way.findLast((address) => !trustedProxies.includes(address)) ?? way[0] ?? direct
}

/**
 * What stands for a client where requests are counted: its address, of which one that has IPv6 owns so many that only
 * the first half tells anything.
 */
export function clientNetwork(ctx: Concerned, request: Request): string {
  const address = clientAddress(ctx, request)
  return isIPv6(address) ? firstHalf(address) : address
}

function firstHalf(address: string): string {
  const [before = [], after = []] = address
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':')))
  const missing = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const groups = [...before, ...missing, ...after].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

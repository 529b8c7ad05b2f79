import { isIPv6 } from 'node:net'
import { plainAddress, SOCKET_ADDRESS } from '@/lib/network/request-addresses'
import type { AppContext } from '@/services/context'

type Concerned = Pick<AppContext, 'addresses' | 'config'>

/**
 * Header of writes that a read-only server forwards, by which it requests the replication position: `after-write`, or
 * `now`.
 */
export const POSITION_REQUEST = 'x-milepost-position-wanted'

/**
 * Whether a request comes from a trusted proxy. Clients of the Unix socket are trusted, because its file permissions
 * limit them.
 */
export function comesFromProxy({ addresses, config }: Concerned, request: Request): boolean {
  const direct = addresses.of(request)
  return direct === SOCKET_ADDRESS || config.trustedProxies.includes(direct)
}

/** The IP address of the client: the last one in the forwarding chain that is not a trusted proxy. */
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
 * The name under which a client's requests are counted: its IP address, or for IPv6 its /64 network, because one client
 * owns all addresses of a network.
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

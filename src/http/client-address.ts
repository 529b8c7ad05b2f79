import { isIPv6 } from 'node:net'
import type { AppContext } from '@/context'
import { plainAddress, SOCKET_ADDRESS } from '@/lib/request-addresses'

/**
 * The address of the client: the last one on the way here that is no trusted proxy. Who may use the Unix socket is
 * trusted, for its permissions say who that is.
 */
export function clientAddress(
  { addresses, config: { trustedProxies } }: Pick<AppContext, 'addresses' | 'config'>,
  request: Request,
): string {
  const direct = addresses.of(request)
  if (direct !== SOCKET_ADDRESS && !trustedProxies.includes(direct)) return direct
  const way = (request.headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((address) => plainAddress(address.trim()))
    .filter((address) => address !== '')
  return way.findLast((address) => !trustedProxies.includes(address)) ?? way[0] ?? direct
}

/**
 * What stands for a client where guesses are counted: its address, of which one that has IPv6 owns so many that only
 * the first half tells anything.
 */
export function clientNetwork(
  ctx: Pick<AppContext, 'addresses' | 'config'>,
  request: Request,
): string {
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

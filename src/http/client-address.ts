import type { AppContext } from '@/context'
import { plainAddress } from '@/lib/request-addresses'

/** The address of the client: the last one on the way here that is no trusted proxy. */
export function clientAddress(
  { addresses, config: { trustedProxies } }: Pick<AppContext, 'addresses' | 'config'>,
  request: Request,
): string {
  const direct = addresses.of(request)
  if (!trustedProxies.includes(direct)) return direct
  const way = (request.headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((address) => plainAddress(address.trim()))
    .filter((address) => address !== '')
  return way.findLast((address) => !trustedProxies.includes(address)) ?? way[0] ?? direct
}

import type { AppContext } from '@/context'

/** An IPv4 address that a socket for both families shows as IPv6. */
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i

/** Remembers from where a request came, as the socket says. */
export function rememberAddress(
  { addresses }: Pick<AppContext, 'addresses'>,
  request: Request,
  address: string | undefined,
): void {
  if (address) addresses.set(request, address.replace(MAPPED, ''))
}

/** The address of the client: the last one on the way here that is no trusted proxy. */
export function clientAddress(
  { addresses, config: { trustedProxies } }: Pick<AppContext, 'addresses' | 'config'>,
  request: Request,
): string {
  const direct = addresses.get(request) ?? 'unknown'
  if (!trustedProxies.includes(direct)) return direct
  const way = (request.headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((address) => address.trim().replace(MAPPED, ''))
    .filter((address) => address !== '')
  return way.findLast((address) => !trustedProxies.includes(address)) ?? way[0] ?? direct
}

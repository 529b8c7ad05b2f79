const addresses = new WeakMap<Request, string>()

/** Remembers from where a request came, as the socket says. */
export const rememberAddress = (request: Request, address: string | undefined): void => {
  if (address) addresses.set(request, address)
}

/** The address of the client: what a trusted proxy says, else the socket's. */
export function clientAddress(request: Request, trustedProxies: readonly string[]): string {
  const direct = addresses.get(request) ?? 'unknown'
  if (!trustedProxies.includes(direct)) return direct
  const forwarded = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
  return forwarded || direct
}

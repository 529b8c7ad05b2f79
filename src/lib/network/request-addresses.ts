/** An IPv4 address in the IPv6 form that a dual-stack socket reports. */
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i

/** The address reported for clients that connect through the Unix socket. */
export const SOCKET_ADDRESS = 'unix'

/** Converts an IPv4 address that is mapped to IPv6 to its plain form. */
export const plainAddress = (address: string): string => address.replace(MAPPED, '')

/** Client addresses of requests. The socket is queried only when an address is needed, and the result is cached. */
export class RequestAddresses {
  readonly #known = new WeakMap<Request, string>()
  readonly #origins = new WeakMap<Request, Request>()
  #ask: (request: Request) => string | undefined = () => undefined

  /** Sets the function that queries the socket. Requests through a Unix socket all have the same address. */
  askBy(ask: ((request: Request) => string | undefined) | 'socket'): void {
    this.#ask = ask === 'socket' ? () => SOCKET_ADDRESS : ask
  }

  /** Gives the request `to` the address of the request `from`, from which it was derived. */
  pass(from: Request, to: Request): void {
    this.#origins.set(to, from)
  }

  /** Returns the address of a request, or `unknown` if its socket was closed before the first call. */
  of(request: Request): string {
    const known = this.#known.get(request)
    if (known !== undefined) return known
    const address = plainAddress(this.#ask(this.#origins.get(request) ?? request) ?? 'unknown')
    this.#known.set(request, address)
    return address
  }
}

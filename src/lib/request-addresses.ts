/** An IPv4 address that a socket for both families shows as IPv6. */
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i

/** What stands for the address of those who come by the Unix socket. */
export const SOCKET_ADDRESS = 'unix'

/** An address in its usual form. */
export const plainAddress = (address: string): string => address.replace(MAPPED, '')

/** From where requests came, as their sockets say; a socket is asked only when somebody wants to know. */
export class RequestAddresses {
  readonly #known = new WeakMap<Request, string>()
  readonly #origins = new WeakMap<Request, Request>()
  #ask: (request: Request) => string | undefined = () => undefined

  /** Says how to ask; all who come by a Unix socket have the same address. */
  askBy(ask: ((request: Request) => string | undefined) | 'socket'): void {
    this.#ask = ask === 'socket' ? () => SOCKET_ADDRESS : ask
  }

  /** Makes a request known as one from where another came, which stands for the same. */
  pass(from: Request, to: Request): void {
    this.#origins.set(to, from)
  }

  /** The address of a request; `unknown` when its socket was gone before anybody asked. */
  of(request: Request): string {
    const known = this.#known.get(request)
    if (known !== undefined) return known
    const address = plainAddress(this.#ask(this.#origins.get(request) ?? request) ?? 'unknown')
    this.#known.set(request, address)
    return address
  }
}

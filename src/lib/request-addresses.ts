/** An IPv4 address that a socket for both families shows as IPv6. */
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i

/** An address in its usual form. */
export const plainAddress = (address: string): string => address.replace(MAPPED, '')

/** From where requests came, as their sockets say; a socket is asked only when somebody wants to know. */
export class RequestAddresses {
  readonly #known = new WeakMap<Request, string>()
  #ask: (request: Request) => string | undefined = () => undefined

  /** Says how to ask. */
  askBy(ask: (request: Request) => string | undefined): void {
    this.#ask = ask
  }

  /** Makes a request known as one from where another came, which stands for the same. */
  pass(from: Request, to: Request): void {
    this.#known.set(to, this.of(from))
  }

  /** The address of a request; `unknown` when its socket was gone before anybody asked. */
  of(request: Request): string {
    const known = this.#known.get(request)
    if (known !== undefined) return known
    const address = plainAddress(this.#ask(request) ?? 'unknown')
    this.#known.set(request, address)
    return address
  }
}

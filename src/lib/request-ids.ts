/** Names of requests, by which the lines of a log that are about the same one are found. */
export class RequestIds {
  readonly #known = new WeakMap<Request, string>()
  readonly #start: string
  #count = 0

  /** The text stands before every name: it tells starts of the server apart. */
  constructor(start: string) {
    this.#start = start
  }

  /** The name of a request: the one it was given before it came here, if any, or a new one. */
  of(request: Request, given: () => string | undefined): string {
    const known = this.#known.get(request)
    if (known !== undefined) return known
    const id = given() ?? `${this.#start}-${(++this.#count).toString(36)}`
    this.#known.set(request, id)
    return id
  }
}

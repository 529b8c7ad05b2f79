/** Assigns ids to requests, so that log lines about the same request can be found. */
export class RequestIds {
  readonly #known = new WeakMap<Request, string>()
  readonly #start: string
  #count = 0

  /** `start` is the prefix of all ids and differs for each start of the server. */
  constructor(start: string) {
    this.#start = start
  }

  /** Returns the id of a request: the one a proxy has assigned, if any, or a new one. */
  of(request: Request, given: () => string | undefined): string {
    const known = this.#known.get(request)
    if (known !== undefined) return known
    const id = given() ?? `${this.#start}-${(++this.#count).toString(36)}`
    this.#known.set(request, id)
    return id
  }
}

/** Runs concurrent requests for the same work only once, and limits how much work is in progress. */
export class SingleFlight<Result> {
  readonly #underWay = new Map<string, Promise<Result>>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /**
   * Runs the work called `key`, or waits for the run in progress. Returns undefined when too much other work is in
   * progress.
   */
  run(key: string, work: () => Promise<Result>): Promise<Result> | undefined {
    const known = this.#underWay.get(key)
    if (known !== undefined || this.#underWay.size >= this.#limit) return known
    const started = work().finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, started)
    return started
  }
}

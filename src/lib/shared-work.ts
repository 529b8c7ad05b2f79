/** Work that several may ask for at the same time, but that is done once; what is under way is bounded. */
export class SharedWork<Result> {
  readonly #underWay = new Map<string, Promise<Result>>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** Does the work called `key`, or waits for it where it is under way; undefined when too much else is. */
  run(key: string, work: () => Promise<Result>): Promise<Result> | undefined {
    const known = this.#underWay.get(key)
    if (known !== undefined || this.#underWay.size >= this.#most) return known
    const started = work().finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, started)
    return started
  }
}

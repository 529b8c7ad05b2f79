/** Held by one at a time; the others wait in the order in which they came. */
export class Lock {
  #held = false
  readonly #waiting: (() => void)[] = []

  get isHeld(): boolean {
    return this.#held
  }

  /** Resolves when the lock is the caller's; `release` must follow. */
  acquire(): Promise<void> {
    if (this.#held) return new Promise((resolve) => this.#waiting.push(resolve))
    this.#held = true
    return Promise.resolve()
  }

  /** Does something while nobody else holds the lock. */
  async hold<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.acquire()
    try {
      return await work()
    } finally {
      this.release()
    }
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#held = false
  }
}

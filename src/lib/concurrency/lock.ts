/** A mutual exclusion lock. Waiting callers acquire it in the order of their calls. */
export class Lock {
  #held = false
  readonly #waiting: (() => void)[] = []

  get isHeld(): boolean {
    return this.#held
  }

  /** Resolves when the caller holds the lock. The caller must then call `release`. */
  acquire(): Promise<void> {
    if (this.#held) return new Promise((resolve) => this.#waiting.push(resolve))
    this.#held = true
    return Promise.resolve()
  }

  /** Runs `work` while holding the lock, and releases it afterwards. */
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

/** A lock for each key. Work on different keys does not wait for each other. */
export class KeyedLock {
  readonly #locks = new Map<string, Lock>()

  /** Runs `work` while no other work holds the lock of `key`. */
  async hold<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const lock = this.#locks.get(key) ?? new Lock()
    this.#locks.set(key, lock)
    try {
      return await lock.hold(work)
    } finally {
      if (!lock.isHeld) this.#locks.delete(key)
    }
  }
}

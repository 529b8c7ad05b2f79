/** Lets parts of the process sleep until another one raises the signal, or until some time has passed. */
export class Signal {
  #raised = 0
  readonly #sleepers = new Set<() => void>()

  /** How often it was raised: read it before looking for work, and hand it to `wait`. */
  get raised(): number {
    return this.#raised
  }

  /** Wakes all waiters. */
  raise(): void {
    this.#raised += 1
    for (const wake of this.#sleepers) wake()
  }

  /** Resolves when it has been raised more than `seen` times, or after `milliseconds`. */
  async wait(seen: number, milliseconds: number): Promise<void> {
    if (this.#raised !== seen) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, milliseconds)
    this.#sleepers.add(resolve)
    await promise
    this.#sleepers.delete(resolve)
    clearTimeout(timer)
  }
}

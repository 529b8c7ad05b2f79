/** Lets parts of the process sleep until another part raises the signal, or until a timeout. */
export class Signal {
  #raised = 0
  readonly #sleepers = new Set<() => void>()

  /** How many times the signal was raised. Read it before looking for work, and pass it to `wait`. */
  get raised(): number {
    return this.#raised
  }

  /** Wakes all sleepers. */
  raise(): void {
    this.#raised += 1
    for (const wake of this.#sleepers) wake()
  }

  /** Resolves when the signal has been raised more than `seen` times, or after `milliseconds`. */
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

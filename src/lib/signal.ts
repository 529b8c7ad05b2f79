/** Lets one part of the process sleep until another one has news, or until some time has passed. */
export class Signal {
  #raised = false
  #wake: () => void = () => undefined

  /** Wakes whoever waits; when nobody does, the next wait ends at once. */
  raise(): void {
    this.#raised = true
    this.#wake()
  }

  /** Resolves when the signal is raised, or after `milliseconds`. */
  async wait(milliseconds: number): Promise<void> {
    if (!this.#raised) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, milliseconds)
      this.#wake = resolve
      await promise
      clearTimeout(timer)
    }
    this.#raised = false
  }
}

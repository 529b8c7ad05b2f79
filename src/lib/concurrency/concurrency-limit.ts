interface SlotQueue {
  running: number
  waiting: (() => void)[]
}

/** Limits how much work runs at the same time for each key. Further work waits, first come, first served. */
export class ConcurrencyLimit {
  readonly #maxRunning: number
  readonly #maxWaiting: number
  readonly #slots = new Map<string, SlotQueue>()

  /** Both limits apply to each key separately. */
  constructor(limits: { maxRunning: number; maxWaiting: number }) {
    this.#maxRunning = limits.maxRunning
    this.#maxWaiting = limits.maxWaiting
  }

  /**
   * Waits for a slot. Resolves to a function that releases the slot and may be called more than once, or to undefined
   * immediately when `maxWaiting` callers are already waiting.
   */
  async acquire(key: string): Promise<(() => void) | undefined> {
    const slots = this.#slots.get(key) ?? { running: 0, waiting: [] }
    this.#slots.set(key, slots)
    if (slots.running < this.#maxRunning) slots.running += 1
    else if (slots.waiting.length >= this.#maxWaiting) return undefined
    else await new Promise<void>((resolve) => slots.waiting.push(resolve))
    let isReleased = false
    return () => {
      if (!isReleased) this.#release(key, slots)
      isReleased = true
    }
  }

  /** Hands the slot to the first waiting caller, or frees it. */
  #release(key: string, slots: SlotQueue): void {
    const next = slots.waiting.shift()
    if (next) {
      next()
      return
    }
    slots.running -= 1
    if (slots.running === 0) this.#slots.delete(key)
  }
}

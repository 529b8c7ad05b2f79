const [ARRIVED, OPEN] = [0, 1] as const
const A_MOMENT = 2

/** A gate between threads: workers stop at it until the test opens it. Both make one on the same memory. */
export class Gate {
  /** What another thread makes the same gate of. */
  readonly memory: SharedArrayBuffer
  readonly #flags: Int32Array

  constructor(memory = new SharedArrayBuffer(8)) {
    this.memory = memory
    this.#flags = new Int32Array(memory)
  }

  /** Lets everybody pass. */
  open(): void {
    Atomics.store(this.#flags, OPEN, 1)
    Atomics.notify(this.#flags, OPEN)
  }

  /** Whether anybody has come to it. */
  get isReached(): boolean {
    return Atomics.load(this.#flags, ARRIVED) > 0
  }

  /** Waits until so many have come to the gate. */
  async arrivals(count = 1): Promise<void> {
    while (Atomics.load(this.#flags, ARRIVED) < count) await Bun.sleep(A_MOMENT)
  }

  /** Waits for the gate to open, while the thread may do other things. */
  async pass(): Promise<void> {
    Atomics.add(this.#flags, ARRIVED, 1)
    while (Atomics.load(this.#flags, OPEN) === 0) await Bun.sleep(A_MOMENT)
  }

  /** Waits for the gate to open; the thread does nothing else. */
  block(): void {
    Atomics.add(this.#flags, ARRIVED, 1)
    Atomics.wait(this.#flags, OPEN, 0)
  }
}

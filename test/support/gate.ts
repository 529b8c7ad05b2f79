const [ARRIVED, OPEN] = [0, 1] as const
const A_MOMENT = 2

/** A gate between threads: workers stop at it until the test opens it. Both sides create one on the same memory. */
export class Gate {
  /** The memory from which another thread creates the same gate. */
  readonly memory: SharedArrayBuffer
  readonly #flags: Int32Array

  constructor(memory = new SharedArrayBuffer(8)) {
    this.memory = memory
    this.#flags = new Int32Array(memory)
  }

  /** Lets all threads pass. */
  open(): void {
    Atomics.store(this.#flags, OPEN, 1)
    Atomics.notify(this.#flags, OPEN)
  }

  /** Whether a thread has reached it. */
  get isReached(): boolean {
    return Atomics.load(this.#flags, ARRIVED) > 0
  }

  /** Waits until this many threads have reached the gate. */
  async arrivals(count = 1): Promise<void> {
    while (Atomics.load(this.#flags, ARRIVED) < count) await Bun.sleep(A_MOMENT)
  }

  /** Waits for the gate to open without blocking the thread. */
  async pass(): Promise<void> {
    Atomics.add(this.#flags, ARRIVED, 1)
    while (Atomics.load(this.#flags, OPEN) === 0) await Bun.sleep(A_MOMENT)
  }

  /** Waits for the gate to open and blocks the thread. */
  block(): void {
    Atomics.add(this.#flags, ARRIVED, 1)
    Atomics.wait(this.#flags, OPEN, 0)
  }
}

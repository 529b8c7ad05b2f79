import type { PlanePath } from './plane-path'
import { MAX_AWAY } from './sampled-track'

/** Maximum number of consecutive samples that may be too far away. */
const MAX_OUTLIERS = 2

/** No sample. */
export const NONE = -1

/** For each point of a segment, the latest sample from which a walk reaches it, or `NONE` outside of a range of points. */
export class ReachedPoints {
  readonly #path: PlanePath
  #starts: Int32Array
  #next: Int32Array
  #low = 0
  #high = NONE
  #outliers = 0

  constructor(path: PlanePath) {
    this.#path = path
    this.#starts = new Int32Array(path.size).fill(NONE)
    this.#next = new Int32Array(path.size).fill(NONE)
  }

  clear(): void {
    if (this.#high !== NONE) this.#starts.fill(NONE, this.#low, this.#high + 1)
    this.#low = 0
    this.#high = NONE
    this.#outliers = 0
  }

  /** Continues all walks with a sample. Returns the start of one that reaches the end, or `NONE`. */
  advance(sample: number, x: number, y: number): number {
    const next = this.#next
    next[0] = this.#isNear(0, x, y) ? sample : NONE
    let [low, high] = next[0] === NONE ? [this.#path.size, NONE] : [0, 0]
    for (let j = Math.max(this.#low, 1); this.#canReach(j); j++) {
      next[j] = this.#isNear(j, x, y) ? this.#startBefore(j) : NONE
      if (next[j] === NONE) continue
      low = Math.min(low, j)
      high = j
    }
    const isOutlier = high === NONE && this.#high !== NONE
    if (!isOutlier) this.#take(low, high)
    else if (++this.#outliers > MAX_OUTLIERS) this.clear()
    return isOutlier ? NONE : (this.#starts[this.#path.size - 1] ?? NONE)
  }

  /** Whether a walk may reach a point with this sample: one before it was reached. */
  #canReach(j: number): boolean {
    return j < this.#path.size && (j <= this.#high + 1 || this.#next[j - 1] !== NONE)
  }

  /** The latest start of the walks that reached a point or the one before it. */
  #startBefore(j: number): number {
    return Math.max(this.#next[j - 1] ?? NONE, this.#starts[j - 1] ?? NONE, this.#starts[j] ?? NONE)
  }

  /** Replaces the starts of a range by those of the current sample, and deletes all others. */
  #take(low: number, high: number): void {
    const previous = this.#starts
    if (this.#high !== NONE) previous.fill(NONE, this.#low, this.#high + 1)
    this.#starts = this.#next
    this.#next = previous
    this.#low = high === NONE ? 0 : low
    this.#high = high
    this.#outliers = 0
  }

  #isNear(j: number, x: number, y: number): boolean {
    const dx = (this.#path.x[j] ?? 0) - x
    const dy = (this.#path.y[j] ?? 0) - y
    return dx * dx + dy * dy <= MAX_AWAY * MAX_AWAY
  }
}

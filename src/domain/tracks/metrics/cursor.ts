/**
 * Finds positions on an axis. Fast when they grow most of the time. Destructures no arrays, because the engine allocates
 * them: 100 MB in a recording of a million points.
 */
export class Cursor {
  readonly #axis: Float64Array
  #at = 0

  constructor(axis: Float64Array) {
    this.#axis = axis
  }

  /** Returns the last point at or before a position that has a point after it; 0 for positions before the first. */
  find(position: number): number {
    const axis = this.#axis
    let at = this.#at
    while (at > 0 && (axis[at] ?? 0) > position) at -= 1
    while (at + 2 < axis.length && (axis[at + 1] ?? 0) <= position) at += 1
    this.#at = at
    return at
  }

  /** Interpolates a column at a position, within its ends. */
  valueAt(column: Float64Array, position: number): number {
    const at = this.find(position)
    const before = this.#axis[at] ?? 0
    const after = this.#axis[at + 1] ?? 0
    const value = column[at] ?? 0
    if (position <= before || !(after > before)) return value
    const share = Math.min(1, (position - before) / (after - before))
    return value + share * ((column[at + 1] ?? value) - value)
  }
}

/** Index of the last value at or before a position in an ascending axis; 0 if there is none. Takes logarithmic time. */
export function lastAtOrBefore(axis: Float64Array, position: number): number {
  let low = 0
  let high = Math.max(axis.length - 1, 0)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((axis[middle] ?? 0) <= position) low = middle
    else high = middle - 1
  }
  return low
}

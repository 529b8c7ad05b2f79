import { MAX_PLANE_VALUE } from './byte-planes'

/** How many times differences of neighbours were taken: the second differences of a steady increase are zero. */
export type DeltaOrder = 1 | 2

export interface Deltas {
  readonly order: DeltaOrder
  readonly first: number
  /** One non-negative number for each value except the first (even: increase, odd: decrease). */
  readonly steps: Float64Array
  /** The largest step. */
  readonly largest: number
}

/**
 * Computes first or second differences, whichever are smaller, in place to save memory. Returns undefined when they are
 * too large to be exact.
 */
export function toDeltas(integers: Float64Array): Deltas | undefined {
  const order = smallerOrder(integers)
  const first = integers[0] ?? 0
  const steps = integers.subarray(0, Math.max(integers.length - 1, 0))
  let previous = first
  let advance = 0
  let largest = 0
  for (let i = 0; i < steps.length; i++) {
    const value = integers[i + 1] ?? 0
    const step = value - previous - (order === 2 ? advance : 0)
    const unsigned = step < 0 ? -2 * step - 1 : 2 * step
    if (unsigned > largest) largest = unsigned
    steps[i] = unsigned
    advance = value - previous
    previous = value
  }
  return largest > MAX_PLANE_VALUE ? undefined : { order, first, steps, largest }
}

/** Restores integers from their differences. */
export function fromDeltas({ order, first, steps }: Omit<Deltas, 'largest'>): Float64Array {
  const integers = new Float64Array(steps.length + 1)
  integers[0] = first
  let value = first
  let advance = 0
  for (let i = 0; i < steps.length; i++) {
    const step = signed(steps[i] ?? 0)
    advance = order === 2 ? advance + step : step
    value += advance
    integers[i + 1] = value
  }
  return integers
}

/** Converts a non-negative number back to a signed step. */
function signed(unsigned: number): number {
  if (unsigned <= MAX_WORD) return (unsigned >>> 1) ^ -(unsigned & 1)
  const half = Math.floor(unsigned / 2)
  return unsigned - half === half ? half : -half - 1
}

/** Up to this value, bit operations work on the number itself. */
const MAX_WORD = 2 ** 31 - 1

function smallerOrder(integers: Float64Array): DeltaOrder {
  let once = 0
  let twice = 0
  let advance = 0
  for (let i = 1; i < integers.length; i++) {
    const next = (integers[i] ?? 0) - (integers[i - 1] ?? 0)
    once += Math.abs(next)
    twice += Math.abs(next - advance)
    advance = next
  }
  return twice < once ? 2 : 1
}

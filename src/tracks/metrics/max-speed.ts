/** Steps longer or shorter than the mean by more than this many standard deviations are outliers. */
const MAX_DEVIATIONS = 1.5
/** The share of steps that are slower than the speed taken as the maximum. */
const PERCENTILE = 0.95

/**
 * The 95th percentile of speeds among steps of ordinary length, in the unit of `speeds`; 0 for
 * fewer than two steps. GPS errors show up as steps of odd length or as single peaks.
 */
export function typicalMaxSpeed(speeds: Float64Array, lengths: Float64Array): number {
  if (lengths.length < 2) return 0
  const mean = sumOf(lengths, (length) => length) / lengths.length
  const variance = sumOf(lengths, (length) => (length - mean) ** 2) / lengths.length
  const reach = MAX_DEVIATIONS * Math.sqrt(variance)
  const kept = new Float64Array(lengths.length)
  let count = 0
  for (let i = 0; i < lengths.length; i++) {
    if (Math.abs((lengths[i] ?? 0) - mean) > reach) continue
    kept[count] = speeds[i] ?? 0
    count += 1
  }
  const index = Math.min(Math.floor(count * PERCENTILE), count - 1)
  return kept.subarray(0, count).sort()[index] ?? 0
}

function sumOf(values: Float64Array, term: (value: number) => number): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += term(values[i] ?? 0)
  return sum
}

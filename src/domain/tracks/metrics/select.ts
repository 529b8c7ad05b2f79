/** Up to this number of values, sorting is faster. */
const FEW = 32

/**
 * Returns the value at `index` of `values` in sorted order (quickselect). `values` must not contain NaN and is
 * reordered. Takes linear time (C. A. R. Hoare, Algorithm 65: Find, Communications of the ACM 4 (1961)); falls back to
 * sorting when the partitions are bad.
 */
export function selectSmallest(values: Float64Array, index: number): number {
  let low = 0
  let high = values.length - 1
  for (let left = 2 * Math.log2(values.length + 1); high - low > FEW && left > 0; left--) {
    const pivot = middleOf(values[low] ?? 0, values[(low + high) >> 1] ?? 0, values[high] ?? 0)
    const larger = divide(values.subarray(low, high + 1), pivot) + low
    // All values before it are at most the pivot, all others at least the pivot.
    if (index < larger) high = larger - 1
    else low = larger
  }
  return values.subarray(low, high + 1).sort()[index - low] ?? 0
}

/**
 * Moves values below `pivot` before those above it, and returns the index of the second part. Neither part is empty if
 * the pivot is the median of three of the values.
 */
function divide(values: Float64Array, pivot: number): number {
  let i = -1
  let j = values.length
  for (;;) {
    do i += 1
    while ((values[i] ?? 0) < pivot)
    do j -= 1
    while ((values[j] ?? 0) > pivot)
    if (i >= j) return i
    const value = values[i] ?? 0
    values[i] = values[j] ?? 0
    values[j] = value
  }
}

const middleOf = (a: number, b: number, c: number): number =>
  Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))

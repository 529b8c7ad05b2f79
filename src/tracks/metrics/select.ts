/** Fewer are sorted sooner than they are divided. */
const FEW = 32

/**
 * The value that would stand at `index` if `values` were sorted; their order is changed. None of them is NaN. Takes time in
 * proportion to their number (C. A. R. Hoare, *Algorithm 65: Find*, Communications of the ACM 4 (1961)), or, where they
 * divide badly, that of sorting them.
 */
export function selectSmallest(values: Float64Array, index: number): number {
  let low = 0
  let high = values.length - 1
  for (let left = 2 * Math.log2(values.length + 1); high - low > FEW && left > 0; left--) {
    const pivot = middleOf(values[low] ?? 0, values[(low + high) >> 1] ?? 0, values[high] ?? 0)
    const larger = divide(values.subarray(low, high + 1), pivot) + low
    // All in front of it are the pivot or less, all others the pivot or more.
    if (index < larger) high = larger - 1
    else low = larger
  }
  return values.subarray(low, high + 1).sort()[index - low] ?? 0
}

/**
 * Moves what is less than `pivot` in front of what is more; returns where the second part begins. Both have something in
 * them if the pivot is the middle one of three values.
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

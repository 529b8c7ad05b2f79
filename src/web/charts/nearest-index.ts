/** Returns the index of the value nearest to `target` in an ascending list; 0 if the list is empty. */
export function findNearestIndex(ascending: readonly number[], target: number): number {
  let low = 0
  let high = ascending.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) < target) low = middle + 1
    else high = middle
  }
  const before = low - 1
  const above = (ascending[low] ?? 0) - target
  const below = target - (ascending[before] ?? Number.NEGATIVE_INFINITY)
  return before >= 0 && below <= above ? before : Math.max(low, 0)
}

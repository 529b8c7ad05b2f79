/**
 * Returns the share of each value in percent, rounded so that the shares add up to 100 (largest remainder method); zeros
 * if all values are zero.
 */
export function roundShares(values: readonly number[]): number[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  if (total === 0) return values.map(() => 0)
  const exact = values.map((value) => (value / total) * 100)
  const missing = 100 - exact.reduce((sum, share) => sum + Math.floor(share), 0)
  const roundedUp = exact
    .map((share, index) => ({ index, remainder: share % 1 }))
    .sort((one, other) => other.remainder - one.remainder)
    .slice(0, Math.round(missing))
  const raised = new Set(roundedUp.map(({ index }) => index))
  return exact.map((share, index) => Math.floor(share) + (raised.has(index) ? 1 : 0))
}

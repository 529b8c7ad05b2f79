/** Something that was measured at a time, in milliseconds since the Unix epoch. */
export type Measured = { at: number; value: number }

/** A straight line over time, by its values at the first and the last measurement. */
export type Trend = { from: number; to: number }

/** Of fewer measurements a line says nothing. */
const FEWEST = 4

/** The straight line that comes nearest to measurements (least squares); undefined for too few, or all at one time. */
export function trendOf(measured: readonly Measured[]): Trend | undefined {
  if (measured.length < FEWEST) return undefined
  const times = measured.map(({ at }) => at)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  if (last === first) return undefined
  const mean = (read: (one: Measured) => number) =>
    measured.reduce((sum, one) => sum + read(one), 0) / measured.length
  // Shares of the time between both ends: milliseconds squared would lose the last digits.
  const share = ({ at }: Measured) => (at - first) / (last - first)
  const [x, y] = [mean(share), mean(({ value }) => value)]
  const spread = mean((one) => (share(one) - x) ** 2)
  const slope = mean((one) => (share(one) - x) * (one.value - y)) / spread
  return { from: y - slope * x, to: y + slope * (1 - x) }
}

/** A measurement at a time, in milliseconds since the Unix epoch. */
export type Measurement = { at: number; value: number }

/** A trend line, by its values at the first and last measurement. */
export type Trend = { from: number; to: number }

/** Minimum number of measurements for a trend. */
const MINIMUM = 4

/** The linear trend of measurements (least squares); undefined for too few, or if all have the same time. */
export function computeTrend(measured: readonly Measurement[]): Trend | undefined {
  if (measured.length < MINIMUM) return undefined
  const times = measured.map(({ at }) => at)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  if (last === first) return undefined
  const mean = (read: (one: Measurement) => number) =>
    measured.reduce((sum, one) => sum + read(one), 0) / measured.length
  // Times are scaled to 0..1, because squared milliseconds would lose precision.
  const share = ({ at }: Measurement) => (at - first) / (last - first)
  const [x, y] = [mean(share), mean(({ value }) => value)]
  const spread = mean((one) => (share(one) - x) ** 2)
  const slope = mean((one) => (share(one) - x) * (one.value - y)) / spread
  return { from: y - slope * x, to: y + slope * (1 - x) }
}

/** Step sizes for ticks: of decimal numbers (times a power of ten), and of seconds, as clocks are divided. */
const DECIMAL = [1, 2, 2.5, 5, 10]
const CLOCK = [
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800],
  ...[3600, 7200, 14_400, 28_800, 43_200, 86_400],
]

/** Approximate number of intervals between ticks. */
const TARGET_INTERVALS = 4

/**
 * Returns ticks at multiples of a round step which enclose all `numbers`; the first and last tick are the ends of the
 * axis. If all numbers are equal, the axis still has a positive length.
 */
export function computeTicks(numbers: readonly number[], isClock: boolean): number[] {
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)]
  const range = max - min || Math.abs(max) / 10 || 1
  const step = getStep(range / TARGET_INTERVALS, isClock)
  const first = Math.floor(min / step)
  const last = Math.max(Math.ceil(max / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}

function getStep(rough: number, isClock: boolean): number {
  const clock = isClock ? CLOCK.find((step) => step >= rough) : undefined
  if (clock !== undefined) return clock
  const power = 10 ** Math.floor(Math.log10(rough))
  return power * (DECIMAL.find((step) => step * power >= rough) ?? 10)
}

/** Selects places (0 to 1) that are at least `room` apart, always including the first and the last. */
export function selectSpaced<Place extends { at: number }>(
  places: readonly Place[],
  room: number,
): Place[] {
  const last = places.at(-1)
  const shown: Place[] = []
  for (const place of places) {
    const before = shown.at(-1)
    if (before && place.at - before.at < room) continue
    if (place !== last && last && last.at - place.at < room && shown.length > 0) continue
    shown.push(place)
  }
  return shown
}

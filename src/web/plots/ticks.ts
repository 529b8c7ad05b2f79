/** Whole steps of an axis of numbers, and of one of seconds: what clocks are divided into. */
const DECIMAL = [1, 2, 2.5, 5, 10]
const CLOCK = [
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800],
  ...[3600, 7200, 14_400, 28_800, 43_200, 86_400],
]

/** About so many marks of an axis are wanted. */
const WANTED = 4

/**
 * A range of whole steps that holds all numbers, and the marks in it, both ends included. Numbers that are all the same
 * get room above and below.
 */
export function ticksOf(numbers: readonly number[], isClock: boolean): number[] {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const spread = most - least || Math.abs(most) / 10 || 1
  const step = stepOf(spread / WANTED, isClock)
  const first = Math.floor(least / step)
  const last = Math.max(Math.ceil(most / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}

function stepOf(rough: number, isClock: boolean): number {
  const clock = isClock ? CLOCK.find((step) => step >= rough) : undefined
  if (clock !== undefined) return clock
  const power = 10 ** Math.floor(Math.log10(rough))
  return power * (DECIMAL.find((step) => step * power >= rough) ?? 10)
}

/** Those of some places, from 0 to 1, that have room beside each other; the first and the last are among them. */
export function spread<Place extends { at: number }>(
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

/** Returns the next pseudo-random number in [0, 1). */
export type Random = () => number

/** Creates a pseudo-random generator that returns the same numbers for the same seed on every machine. */
export function randomOf(seed: number): Random {
  let state = Math.imul(seed + 1, 2654435761) | 0
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

/** Picks a random element. */
export function pick<Item>(random: Random, items: readonly [Item, ...Item[]]): Item {
  return items[Math.floor(random() * items.length)] ?? items[0]
}

/** Returns a random number in [low, high). */
export const between = (random: Random, low: number, high: number): number =>
  low + random() * (high - low)

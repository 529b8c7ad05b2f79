/** Numbers in [0, 1) that depend on the seed alone. */
export type Random = () => number

/** A source of numbers that is the same on every machine and in every year. */
export function randomOf(seed: number): Random {
  let state = Math.imul(seed + 1, 2654435761) | 0
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

/** One of several things. */
export function pick<Thing>(random: Random, things: readonly [Thing, ...Thing[]]): Thing {
  return things[Math.floor(random() * things.length)] ?? things[0]
}

/** A number between two others. */
export const between = (random: Random, low: number, high: number): number =>
  low + random() * (high - low)

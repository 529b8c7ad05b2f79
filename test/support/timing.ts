import { expect } from 'bun:test'

const ROUNDS = 5
/** How much longer a text is than the one it is compared with. */
const GROWTH = 8
/** Between 8, what linear work costs more, and 64, what quadratic work does. */
const TOLERATED = 24
/** CPU milliseconds that are too few to tell anything by. */
const NOISE = 30
/** How many times what a sound file costs a damaged one may. */
const PATIENCE = 1000

/** Begins to count the CPU milliseconds of this process: unlike those of a clock, few, whoever else is at work. */
function startCounting(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
}

/** Expects work to cost in proportion to the size it is given, judged by the same work on an eighth of that. */
export function expectLinear(work: (size: number) => unknown, size: number): void {
  const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as [number, number]
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [i, each] of [Math.ceil(size / GROWTH), size].entries()) {
      const spent = startCounting()
      work(each)
      least[i] = Math.min(least[i] ?? 0, spent())
    }
  const [small, large] = least
  if (large > NOISE) expect(large).toBeLessThan(small * TOLERATED)
}

/** The fewest CPU milliseconds of some rounds of each, taken in turns. */
export async function leastCosts(...works: (() => Promise<unknown>)[]): Promise<number[]> {
  const least = works.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [i, work] of works.entries()) {
      const spent = startCounting()
      await work()
      least[i] = Math.min(least[i] ?? 0, spent())
    }
  return least
}

/** Watches over work on damaged files: it fails when it takes far more than on a sound one did in this run. */
export async function watchdog(
  onSoundFile: () => unknown,
): Promise<<Result>(work: () => Result) => Result> {
  const costs: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const spent = startCounting()
    await onSoundFile()
    costs.push(spent())
  }
  const limit = PATIENCE * Math.min(...costs)
  return (work) => {
    const spent = startCounting()
    const check = () => expect(spent()).toBeLessThan(limit)
    const result = work()
    if (result instanceof Promise) return result.finally(check) as typeof result
    check()
    return result
  }
}

/** The shortest of some times of each, taken in turns, so that what else the machine does counts little. */
export async function shortestTimes(...works: (() => Promise<unknown>)[]): Promise<number[]> {
  const shortest = works.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [i, work] of works.entries()) {
      const began = performance.now()
      await work()
      shortest[i] = Math.min(shortest[i] ?? 0, performance.now() - began)
    }
  return shortest
}

import { expect } from 'bun:test'

const ROUNDS = 5
/** How much longer a text is than the one it is compared with. */
const GROWTH = 8
/** Between 8, what linear work costs more, and 64, what quadratic work does. */
const TOLERATED = 24
/** CPU milliseconds that are too few to tell anything by. */
const NOISE = 20

/** CPU milliseconds that this process spends on something: unlike those of a clock, no matter who else works. */
function cpuTimeOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Expects work to cost in proportion to the size it is given, judged by the same work on an eighth of that. */
export function expectLinear(work: (size: number) => unknown, size: number): void {
  const small = Math.ceil(size / GROWTH)
  work(small)
  const costs = Array.from({ length: 3 }, () => [small, size].map((n) => cpuTimeOf(() => work(n))))
  const [least = 0, most = 0] = [0, 1].map((i) => Math.min(...costs.map((cost) => cost[i] ?? 0)))
  if (most > NOISE) expect(most / least).toBeLessThan(TOLERATED)
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

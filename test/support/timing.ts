import { expect } from 'bun:test'

const ROUNDS = 5
/** Rounds after which work that seems to grow too fast is taken to do so: what disturbed the first is over by then. */
const MOST_ROUNDS = 8
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
  for (const each of judgedSizes(size)) work(each)
}

/** The same for work that is waited for. */
export async function expectLinearLater(
  work: (size: number) => Promise<unknown>,
  size: number,
): Promise<void> {
  for (const each of judgedSizes(size)) await work(each)
}

/** The sizes for which work is to be done, one after the other; what it cost is counted, and judged in the end. */
function* judgedSizes(size: number): Generator<number, void> {
  const least = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY }
  const isProved = () => least.large <= NOISE || least.large < least.small * TOLERATED
  for (let round = 0; round < ROUNDS || (round < MOST_ROUNDS && !isProved()); round += 1)
    for (const [name, each] of [
      ['small', Math.ceil(size / GROWTH)],
      ['large', size],
    ] as const) {
      const spent = startCounting()
      yield each
      least[name] = Math.min(least[name], spent())
    }
  if (least.large > NOISE) expect(least.large).toBeLessThan(least.small * TOLERATED)
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

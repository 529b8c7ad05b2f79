import { expect } from 'bun:test'

const ROUNDS = 5
/** After this many rounds, work is considered to grow too fast: temporary disturbances have ended by then. */
const MAX_ROUNDS = 8
/** How many times larger the input is than the one it is compared with. */
const GROWTH = 64
/**
 * The cost ratio at which work counts as super-linear: linear work costs 64 times more, quadratic work 4,096 times.
 * The factor of 8 on either side absorbs garbage collection and cache misses, which larger inputs suffer more from.
 */
const MAX_RATIO = 512
/** CPU milliseconds that are too few to be significant. */
const NOISE = 30
/** How many times the cost of a valid file a damaged one may need. */
const PATIENCE = 1000

/**
 * Starts to count the CPU milliseconds of this process, which, unlike wall-clock time, do not depend on other
 * processes.
 */
function startCounting(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
}

/** Expects the cost of work to be linear in its size, compared with a 64th of that size. */
export function expectLinear(work: (size: number) => unknown, size: number): void {
  for (const each of judgedSizes(size)) work(each)
}

/** Like `expectLinear`, for asynchronous work. */
export async function expectLinearLater(
  work: (size: number) => Promise<unknown>,
  size: number,
): Promise<void> {
  for (const each of judgedSizes(size)) await work(each)
}

/**
 * Yields the sizes for which work is to be done one after another, measures its cost, and judges it at the end. The
 * small size comes first and more than once, because it costs little and the compiler has not seen the work yet.
 */
function* judgedSizes(size: number): Generator<number, void> {
  const least = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY }
  const small = Math.ceil(size / GROWTH)
  const isProved = () => least.large <= NOISE || least.large < least.small * MAX_RATIO
  function* measure(name: 'small' | 'large', each: number): Generator<number, void> {
    const spent = startCounting()
    yield each
    least[name] = Math.min(least[name], spent())
  }
  for (let round = 0; round < ROUNDS; round += 1) yield* measure('small', small)
  for (let round = 0; round < MAX_ROUNDS && !isProved(); round += 1) {
    yield* measure('large', size)
    yield* measure('small', small)
  }
  if (least.large > NOISE) expect(least.large).toBeLessThan(least.small * MAX_RATIO)
}

/** Fails when work on damaged files takes far longer than on a valid one in this run. */
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

/** Measures works in turns. Returns the least CPU milliseconds that each costs this process, all its threads together. */
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

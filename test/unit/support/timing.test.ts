import { describe, expect, test } from 'bun:test'
import { setImmediate } from 'node:timers/promises'
import { expectLinear, expectLinearLater, watchdog } from '../../support/timing'

/** Work that a compiler cannot optimise away. */
function count(steps: number): number {
  let sum = 0
  for (let i = 0; i < steps; i += 1) sum = (sum * 31 + i) % 1_000_003
  return sum
}

describe('expectLinear', () => {
  test('accepts work that grows linearly', () => {
    expectLinear((size) => count(size * 1000), 10_000)
  })

  test('rejects work that grows quadratically', () => {
    expect(() => expectLinear((size) => count(size * size), 5000)).toThrow()
  })

  test('uses the shortest of several measurements, so that disturbed ones do not count', () => {
    const rounds = { disturbed: 0 }
    expectLinear((size) => {
      const isDisturbed = size === 1_000_000 && rounds.disturbed < 6
      if (isDisturbed) rounds.disturbed += 1
      count(isDisturbed ? 20 * size : size)
    }, 1_000_000)
    expect(rounds.disturbed).toBe(6)
  })

  test('awaits asynchronous work', async () => {
    const done: number[] = []
    await expectLinearLater(async (size) => {
      await setImmediate()
      done.push(size)
    }, 640)
    expect(done.slice(0, 6)).toEqual([10, 10, 10, 10, 10, 640])
  })
})

describe('a watchdog', () => {
  test('returns the result of work that takes as long as on a valid file', async () => {
    const soon = await watchdog(() => count(10_000))
    expect(soon(() => count(10_000))).toBe(count(10_000))
    expect(await soon(async () => 'later')).toBe('later')
  })

  test('rejects work that takes far longer', async () => {
    const soon = await watchdog(() => count(1000))
    expect(() => soon(() => count(20_000_000))).toThrow()
    await expect(soon(async () => count(20_000_000))).rejects.toThrow()
  })
})

import { describe, expect, test } from 'bun:test'
import { expectLinear, expectLinearLater, watchdog } from '../../support/timing'

/** Work that no compiler can leave out. */
function count(steps: number): number {
  let sum = 0
  for (let i = 0; i < steps; i += 1) sum = (sum * 31 + i) % 1_000_003
  return sum
}

describe('expectLinear', () => {
  test('accepts work in proportion', () => {
    expectLinear((size) => count(size * 1000), 10_000)
  })

  test('refuses work that grows with the square', () => {
    expect(() => expectLinear((size) => count(size * size), 5000)).toThrow()
  })

  test('judges by the least that work costs, so that one that was disturbed counts for nothing', () => {
    const rounds = { disturbed: 0 }
    expectLinear((size) => {
      const isDisturbed = size === 1_000_000 && rounds.disturbed < 6
      if (isDisturbed) rounds.disturbed += 1
      count(isDisturbed ? 20 * size : size)
    }, 1_000_000)
    expect(rounds.disturbed).toBe(6)
  })

  test('waits for work that ends later', async () => {
    const done: number[] = []
    await expectLinearLater(async (size) => {
      await Bun.sleep(0)
      done.push(size)
    }, 800)
    expect(done.slice(0, 4)).toEqual([100, 800, 100, 800])
  })
})

describe('a watchdog', () => {
  test('lets pass what takes as long as on a sound file, and what it gives', async () => {
    const soon = await watchdog(() => count(10_000))
    expect(soon(() => count(10_000))).toBe(count(10_000))
    expect(await soon(async () => 'later')).toBe('later')
  })

  test('refuses what takes far longer', async () => {
    const soon = await watchdog(() => count(1000))
    expect(() => soon(() => count(20_000_000))).toThrow()
    await expect(soon(async () => count(20_000_000))).rejects.toThrow()
  })
})

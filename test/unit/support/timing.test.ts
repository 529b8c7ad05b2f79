import { describe, expect, test } from 'bun:test'
import { expectLinear, watchdog } from '../../support/timing'

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
    expect(() => expectLinear((size) => count(size * size), 4000)).toThrow()
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

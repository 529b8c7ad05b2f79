import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { roundShares } from '@/web/training/round-shares'

test('rounds where the remainder is largest', () => {
  expect(roundShares([1, 1, 1])).toEqual([34, 33, 33])
  expect(roundShares([0, 1376, 4256, 3580, 208])).toEqual([0, 15, 45, 38, 2])
  expect(roundShares([0, 0])).toEqual([0, 0])
})

test('shares add up to 100, and differ from the exact ones by less than one', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100_000), { minLength: 1, maxLength: 7 }), (seconds) => {
      const total = seconds.reduce((sum, value) => sum + value, 0)
      fc.pre(total > 0)
      const shares = roundShares(seconds)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100)
      for (const [index, share] of shares.entries())
        expect(Math.abs(share - ((seconds[index] ?? 0) / total) * 100)).toBeLessThan(1)
    }),
  )
})

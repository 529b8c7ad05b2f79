import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { selectSmallest } from '@/domain/tracks/metrics/select'
import { runs } from '../../../support/properties'

const sorted = (values: readonly number[]) => Float64Array.from(values).sort()

describe('selectSmallest', () => {
  test('returns the value at an index of the sorted array', () => {
    const number = fc.oneof(fc.double({ noNaN: true }), fc.integer({ min: 0, max: 5 }))
    fc.assert(
      fc.property(
        fc.array(
          number.map((value) => value + 0),
          { minLength: 1, maxLength: 500, size: 'max' },
        ),
        fc.nat(499),
        (values, anyIndex) => {
          const index = anyIndex % values.length
          expect(selectSmallest(Float64Array.from(values), index)).toBe(
            sorted(values)[index] ?? Number.NaN,
          )
        },
      ),
      runs(500),
    )
  })

  test('is correct for orders that partition badly', () => {
    const rising = Array.from({ length: 5000 }, (_, i) => i)
    // A sawtooth whose first, middle and last values are always among the smallest.
    const organ = rising.map((i) => Math.min(i, 4999 - i))
    for (const values of [rising, rising.toReversed(), organ, rising.map(() => 7)])
      for (const index of [0, 1, 2500, 4750, 4999])
        expect(selectSmallest(Float64Array.from(values), index)).toBe(sorted(values)[index] ?? -1)
  })
})

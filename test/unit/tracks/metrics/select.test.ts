import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { selectSmallest } from '@/tracks/metrics/select'
import { runs } from '../../../support/properties'

const sorted = (values: readonly number[]) => Float64Array.from(values).sort()

describe('selectSmallest', () => {
  test('gives what stands at an index once all are sorted', () => {
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

  test('is as right for orders that divide badly', () => {
    const rising = Array.from({ length: 5000 }, (_, i) => i)
    // A saw whose first, middle and last value are always among the least.
    const organ = rising.map((i) => Math.min(i, 4999 - i))
    for (const values of [rising, rising.toReversed(), organ, rising.map(() => 7)])
      for (const index of [0, 1, 2500, 4750, 4999])
        expect(selectSmallest(Float64Array.from(values), index)).toBe(sorted(values)[index] ?? -1)
  })
})

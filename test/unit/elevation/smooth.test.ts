import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { smoothElevations } from '@/services/elevation/smooth'

const steps = (count: number) => Float64Array.from({ length: count }, (_, i) => 200 + 3 * i)

describe('smoothed elevations', () => {
  test('agree with the reference server for a steady climb', () => {
    expect([...smoothElevations(steps(12))]).toEqual([
      209, 210, 211, 213, 216, 218, 220, 222, 223, 223, 223, 223,
    ])
  })

  test('are unchanged when there are fewer than three', () => {
    for (const count of [0, 1, 2]) expect(smoothElevations(steps(count))).toEqual(steps(count))
  })

  test('are truncated towards zero, even below sea level', () => {
    expect([...smoothElevations(Float64Array.of(-1, -2, -2, -1))].map(Math.sign)).toEqual(
      expect.arrayContaining([-1]),
    )
    expect(smoothElevations(Float64Array.of(-1, -1, -2))[0]).toBe(-1)
  })

  test('are integers, as many as before and never beyond the extremes', () => {
    const heights = fc.array(fc.integer({ min: -400, max: 8800 }), { minLength: 3, maxLength: 200 })
    fc.assert(
      fc.property(heights, (values) => {
        const smooth = [...smoothElevations(Float64Array.from(values))]
        expect(smooth).toHaveLength(values.length)
        for (const value of smooth) {
          expect(Number.isInteger(value)).toBe(true)
          // Sums of 1/51 may be below the integer by the last bit.
          expect(value).toBeGreaterThanOrEqual(Math.min(...values) - 1)
          expect(value).toBeLessThanOrEqual(Math.max(...values) + 1)
        }
      }),
    )
  })

  test('use 51 points: a single peak is spread over as many', () => {
    const values = new Float64Array(200)
    values[100] = 5100
    const raised = [...smoothElevations(values)].flatMap((value, i) => (value > 0 ? [i] : []))
    expect(raised).toHaveLength(51)
  })
})

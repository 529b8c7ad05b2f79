import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { computeTicks, selectSpaced } from '@/web/charts/plots/ticks'

describe('computeTicks', () => {
  test('encloses all numbers with a moderate number of equal steps', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 1 }),
        fc.boolean(),
        (numbers, isClock) => {
          const ticks = computeTicks(numbers, isClock)
          expect(ticks.length).toBeWithin(2, 8)
          expect(ticks[0]).toBeLessThanOrEqual(Math.min(...numbers))
          expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(...numbers))
        },
      ),
    )
  })

  test('returns round numbers, and whole minutes for clocks', () => {
    expect(computeTicks([212, 391], false)).toEqual([200, 250, 300, 350, 400])
    expect(computeTicks([245, 360], true)).toEqual([240, 270, 300, 330, 360])
    expect(computeTicks([5], false)).toHaveLength(2)
  })

  test('labels are selected with a minimum distance, including the first and last', () => {
    const places = [0, 0.05, 0.2, 0.9, 1].map((at) => ({ at }))
    expect(selectSpaced(places, 0.13).map(({ at }) => at)).toEqual([0, 0.2, 1])
    expect(selectSpaced([{ at: 0.5 }], 0.13)).toHaveLength(1)
  })
})

import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { spread, ticksOf } from '@/web/plots/ticks'

describe('the marks of an axis', () => {
  test('hold all numbers, at even steps, neither few nor many', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 1 }),
        fc.boolean(),
        (numbers, isClock) => {
          const ticks = ticksOf(numbers, isClock)
          expect(ticks.length).toBeWithin(2, 8)
          expect(ticks[0]).toBeLessThanOrEqual(Math.min(...numbers))
          expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(...numbers))
        },
      ),
    )
  })

  test('are round numbers, and on a clock whole minutes', () => {
    expect(ticksOf([212, 391], false)).toEqual([200, 250, 300, 350, 400])
    expect(ticksOf([245, 360], true)).toEqual([240, 270, 300, 330, 360])
    expect(ticksOf([5], false)).toHaveLength(2)
  })

  test('keep away from each other, but for the first and the last one', () => {
    const places = [0, 0.05, 0.2, 0.9, 1].map((at) => ({ at }))
    expect(spread(places, 0.13).map(({ at }) => at)).toEqual([0, 0.2, 1])
    expect(spread([{ at: 0.5 }], 0.13)).toHaveLength(1)
  })
})

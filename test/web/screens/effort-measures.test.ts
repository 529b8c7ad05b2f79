import { describe, expect, test } from 'bun:test'
import type { BestEffort } from '@/web/api/efforts'
import { curveMeasureOf, kindOf, measureOf } from '@/web/screens/efforts/effort-measures'

const METRIC = { units: 'metric', locale: 'en' } as const
const IMPERIAL = { units: 'imperial', locale: 'en' } as const

const RUN = { kind: 'distance', sportId: 5 } as const

const effort = (made: Partial<BestEffort>): BestEffort => ({
  ...{ kind: 'distance', target: 5000, value: 1200, start: 0, duration: 1200 },
  ...{ workout_id: 'a', workout_title: null, workout_date: '' },
  ...made,
})

describe('what of efforts is drawn', () => {
  test('is the pace or the speed of a distance, as the sport is told', () => {
    const fast = effort({})
    expect(curveMeasureOf('distance', 'pace', METRIC).numberOf(fast)).toBe(240)
    expect(curveMeasureOf('distance', 'pace', IMPERIAL).numberOf(fast)).toBeCloseTo(386.24, 2)
    expect(curveMeasureOf('distance', 'speed', METRIC).numberOf(fast)).toBeCloseTo(15, 9)
    expect(curveMeasureOf('distance', 'pace', METRIC)).toMatchObject({ isInverted: true })
    const { numberOf, write, isInverted } = curveMeasureOf('distance', 'swim', IMPERIAL)
    expect([numberOf(fast), write(24), isInverted]).toEqual([24 * 0.9144, '0:24 /100 yd', true])
    expect(curveMeasureOf('distance', 'speed', METRIC)).toMatchObject({ isInverted: false })
  })

  test('is power by weight where the weight is known', () => {
    const { numberOf } = curveMeasureOf('per_kilogram', 'speed', METRIC)
    expect(kindOf('per_kilogram')).toBe('power')
    expect(numberOf(effort({ kind: 'power', value: 300, per_kilogram: 4 }))).toBe(4)
    expect(numberOf(effort({ kind: 'power', value: 300 }))).toBeUndefined()
  })

  test('is the time of a distance, and the way in a time', () => {
    expect(measureOf(RUN, METRIC)).toMatchObject({ isInverted: true, isClock: true })
    expect(measureOf(RUN, METRIC).numberOf(effort({}))).toBe(1200)
    const far = effort({ kind: 'duration', target: 720, value: 3218.688 })
    const write = (sportId: number) => {
      const measure = measureOf({ kind: 'duration', sportId }, IMPERIAL)
      return measure.write(measure.numberOf(far))
    }
    expect([write(5), write(16)]).toEqual(['2.00 mi', '3,520 yd'])
  })
})

import { describe, expect, test } from 'bun:test'
import type { BestEffort } from '@/web/api/workouts/efforts'
import {
  getCurveMeasure,
  getEffortKind,
  getEffortMeasure,
} from '@/web/screens/efforts/effort-measures'

const METRIC = { units: 'metric', locale: 'en' } as const
const IMPERIAL = { units: 'imperial', locale: 'en' } as const

const RUN = { kind: 'distance', sportId: 5 } as const

const effort = (made: Partial<BestEffort>): BestEffort => ({
  ...{ kind: 'distance', target: 5000, value: 1200, start: 0, duration: 1200 },
  ...{ workout_id: 'a', workout_title: null, workout_date: '' },
  ...made,
})

describe('the measures of efforts', () => {
  test('are pace or speed for a distance, depending on the sport', () => {
    const fast = effort({})
    expect(getCurveMeasure('distance', 'pace', METRIC).numberOf(fast)).toBe(240)
    expect(getCurveMeasure('distance', 'pace', IMPERIAL).numberOf(fast)).toBeCloseTo(386.24, 2)
    expect(getCurveMeasure('distance', 'speed', METRIC).numberOf(fast)).toBeCloseTo(15, 9)
    expect(getCurveMeasure('distance', 'pace', METRIC)).toMatchObject({ isInverted: true })
    const { numberOf, write, isInverted } = getCurveMeasure('distance', 'swim', IMPERIAL)
    expect([numberOf(fast), write(24), isInverted]).toEqual([24 * 0.9144, '0:24 /100 yd', true])
    expect(getCurveMeasure('distance', 'speed', METRIC)).toMatchObject({ isInverted: false })
  })

  test('are power by weight if the weight is known', () => {
    const { numberOf } = getCurveMeasure('per_kilogram', 'speed', METRIC)
    expect(getEffortKind('per_kilogram')).toBe('power')
    expect(numberOf(effort({ kind: 'power', value: 300, per_kilogram: 4 }))).toBe(4)
    expect(numberOf(effort({ kind: 'power', value: 300 }))).toBeUndefined()
  })

  test('are the time of a distance, and the distance in a time', () => {
    expect(getEffortMeasure(RUN, METRIC)).toMatchObject({ isInverted: true, isClock: true })
    expect(getEffortMeasure(RUN, METRIC).numberOf(effort({}))).toBe(1200)
    const far = effort({ kind: 'duration', target: 720, value: 3218.688 })
    const write = (sportId: number) => {
      const measure = getEffortMeasure({ kind: 'duration', sportId }, IMPERIAL)
      return measure.write(measure.numberOf(far))
    }
    expect([write(5), write(16)]).toEqual(['2.00 mi', '3,520 yd'])
  })
})

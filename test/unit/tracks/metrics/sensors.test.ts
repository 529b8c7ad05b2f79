import { describe, expect, test } from 'bun:test'
import {
  joinReadings,
  summariseCadence,
  summariseReadings,
  sumUpReadings,
} from '@/domain/tracks/metrics/sensors'

const readings = (...values: number[]) => sumUpReadings(Float64Array.from(values))

describe('sensor readings', () => {
  test('include zero as a value, but not gaps', () => {
    expect(summariseReadings(readings(0, Number.NaN, 90))).toEqual({ mean: 45, max: 90 })
    expect(summariseReadings(readings(0, 0))).toEqual({ mean: 0, max: 0 })
    expect(summariseReadings(readings(Number.NaN))).toEqual({ mean: null, max: null })
    expect(summariseReadings(readings())).toEqual({ mean: null, max: null })
  })

  test('join by point, not by segment', () => {
    const joined = joinReadings([readings(100), readings(200, 200, 200), readings()])
    expect(summariseReadings(joined)).toEqual({ mean: 175, max: 200 })
    expect(summariseReadings(joinReadings([]))).toEqual({ mean: null, max: null })
  })

  test('omit a cadence that is always zero', () => {
    expect(summariseCadence(readings(0, 0, 0))).toEqual({ mean: null, max: null })
    expect(summariseCadence(readings(0, 80))).toEqual({ mean: 40, max: 80 })
  })
})

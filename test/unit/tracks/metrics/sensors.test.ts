import { describe, expect, test } from 'bun:test'
import {
  joinReadings,
  readingsOf,
  summariseCadence,
  summariseReadings,
} from '@/tracks/metrics/sensors'

const readings = (...values: number[]) => readingsOf(Float64Array.from(values))

describe('sensor readings', () => {
  test('count zero as a value and a gap as none', () => {
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

  test('leave out a cadence that was always zero', () => {
    expect(summariseCadence(readings(0, 0, 0))).toEqual({ mean: null, max: null })
    expect(summariseCadence(readings(0, 80))).toEqual({ mean: 40, max: 80 })
  })
})

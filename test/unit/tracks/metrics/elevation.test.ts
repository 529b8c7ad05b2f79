import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  cleanElevations,
  findExtremes,
  joinExtremes,
  measureClimbs,
} from '@/domain/tracks/metrics/elevation'

const column = (...values: number[]) => Float64Array.from(values)

describe('cleanElevations', () => {
  test('removes zero and impossible elevations', () => {
    const cleaned = cleanElevations(
      column(0, -0, 12.5, 9999.99, -9999.99, 9999.98, -9999.98, Number.NaN),
    )
    expect([...cleaned]).toEqual([
      ...[Number.NaN, Number.NaN, 12.5, Number.NaN, Number.NaN],
      ...[9999.98, -9999.98, Number.NaN],
    ])
  })

  test('does not change the column of the file', () => {
    const file = column(0, 5)
    cleanElevations(file)
    expect([...file]).toEqual([0, 5])
  })
})

describe('extremesOf', () => {
  test('ignores missing values', () => {
    expect(findExtremes(column(Number.NaN, 3, -2, Number.NaN, 7))).toEqual({ min: -2, max: 7 })
    expect(findExtremes(column(Number.NaN))).toEqual({ min: null, max: null })
  })

  test('joins parts of which some have none', () => {
    const parts = [
      { min: null, max: null },
      { min: 5, max: 9 },
      { min: 2, max: 6 },
    ]
    expect(joinExtremes(parts)).toEqual({ min: 2, max: 9 })
    const below = { min: -9, max: -5 }
    expect(joinExtremes([{ min: null, max: null }, below])).toEqual(below)
    expect(joinExtremes([])).toEqual({ min: null, max: null })
  })
})

describe('climbsOf', () => {
  test('smooths inner values with their neighbours and leaves the ends unchanged', () => {
    // 10, 0.3·10 + 0.4·20 + 0.3·10 = 14, 0.3·20 + 0.4·10 + 0.3·40 = 22, 40
    const { ascent, descent } = measureClimbs(column(10, 20, 10, 40))
    expect(ascent).toBeCloseTo(30, 9)
    expect(descent).toBe(0)
  })

  test('counts rises and falls of the smoothed line, without a threshold', () => {
    // 100, 0.3·100 + 0.4·110 + 0.3·100 = 104, 100
    const { ascent, descent } = measureClimbs(column(100, 110, 100))
    expect(ascent).toBeCloseTo(4, 9)
    expect(descent).toBeCloseTo(4, 9)
  })

  test('skips missing values before smoothing', () => {
    const gap = measureClimbs(column(100, Number.NaN, 110, Number.NaN, 100))
    expect(gap).toEqual(measureClimbs(column(100, 110, 100)))
  })

  test('is zero for a single point or none', () => {
    expect(measureClimbs(column(5))).toEqual({ ascent: 0, descent: 0 })
    expect(measureClimbs(column())).toEqual({ ascent: 0, descent: 0 })
  })

  test('gives an ascent and descent that differ by the elevation between the ends', () => {
    const elevations = fc.array(fc.integer({ min: -500, max: 9000 }), { minLength: 1 })
    fc.assert(
      fc.property(elevations, (values) => {
        const { ascent, descent } = measureClimbs(column(...values))
        expect(ascent).toBeGreaterThanOrEqual(0)
        expect(descent).toBeGreaterThanOrEqual(0)
        expect(ascent - descent).toBeCloseTo((values.at(-1) ?? 0) - (values[0] ?? 0), 6)
      }),
    )
  })
})

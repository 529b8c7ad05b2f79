import { describe, expect, test } from 'bun:test'
import { gapsBetween, segmentDuration, totalDuration } from '@/domain/tracks/metrics/span'
import { EIGHT, SECOND, segmentOf } from '../../../support/segments'

const at = (...seconds: number[]) =>
  segmentOf(seconds.map((second) => ({ time: EIGHT + second * SECOND })))
const none = Number.NaN

describe('durationOf', () => {
  test('spans the first to the last point', () => {
    expect(segmentDuration(at(0, 7, 12.5))).toBe(12.5 * SECOND)
    expect(segmentDuration(at(3, 3))).toBe(0)
    expect(segmentDuration(at(3))).toBe(0)
  })

  test('uses the nearest points with a time when the ends have none', () => {
    expect(segmentDuration(at(none, 2, 5, 9))).toBe(7 * SECOND)
    expect(segmentDuration(at(0, 2, 5, none))).toBe(5 * SECOND)
    expect(segmentDuration(at(none, 2, 5, none))).toBe(3 * SECOND)
    expect(segmentDuration(at(none, none, 3, 8, none, none, none))).toBe(5 * SECOND)
    expect(segmentDuration(at(0, none, none))).toBe(0)
  })

  test('is unknown when times are missing or run backwards', () => {
    expect(segmentDuration(at(none, none))).toBeNull()
    expect(segmentDuration(at(5, 2))).toBeNull()
  })
})

describe('totalDuration', () => {
  test('is the sum, or zero as soon as one part is unknown', () => {
    expect(totalDuration([at(0, 4), at(10), at(20, 26)])).toBe(10 * SECOND)
    expect(totalDuration([at(0, 4), at(5, 2)])).toBe(0)
    expect(totalDuration([])).toBe(0)
  })
})

describe('gapsBetween', () => {
  test('reach from the last point to the first of the next segment, and are negative when segments overlap', () => {
    expect(gapsBetween([at(0, 10), at(15, 20), at(50, 60)])).toBe(35 * SECOND)
    expect(gapsBetween([at(0, 10), at(4, 20)])).toBe(-6 * SECOND)
    expect(gapsBetween([at(0, 10)])).toBe(0)
  })

  test('use the last point that has a time', () => {
    expect(gapsBetween([at(0, 10, none), at(15, 20)])).toBe(5 * SECOND)
    expect(gapsBetween([at(0, none, none), at(15, 20)])).toBe(15 * SECOND)
  })
})

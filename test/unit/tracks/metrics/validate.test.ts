import { describe, expect, test } from 'bun:test'
import { validSegments } from '@/domain/tracks/metrics/validate'
import type { Segment } from '@/domain/tracks/track'
import { EIGHT, HOUR, line, SECOND, segmentOf, trackOf } from '../../../support/segments'

const ride = (time: number, count = 3): Segment =>
  line(count, { time, lat: 48, lon: 2 }, { time: SECOND, lat: 1e-4 })
const timeless = line(2, { lat: 48, lon: 2 }, { lat: 1e-4 })

describe('validSegments', () => {
  test('skips segments of fewer than two points and preserves the order of the file', () => {
    const [first, second] = [ride(EIGHT + HOUR), ride(EIGHT)]
    expect(validSegments(trackOf([ride(EIGHT, 1), first, segmentOf([]), second]))).toEqual([
      first,
      second,
    ])
  })

  test('rejects a file without a segment of two points', () => {
    expect(() => validSegments(trackOf([]))).toThrow('no valid segments in file')
    expect(() => validSegments(trackOf([ride(EIGHT, 1), ride(EIGHT + HOUR, 1)]))).toThrow(
      'no valid segments in file',
    )
  })

  test('throws different errors for a missing time in the first and in a later segment', () => {
    expect(() => validSegments(trackOf([timeless, ride(EIGHT)]))).toThrow(
      '<time> is missing in gpx file',
    )
    expect(() => validSegments(trackOf([ride(EIGHT), timeless]))).toThrow(
      '<time> is missing in segment',
    )
  })

  test('ignores times of skipped segments and after the first point', () => {
    const oneTime = segmentOf([
      { time: EIGHT, lat: 48, lon: 2 },
      { lat: 48, lon: 2.1 },
    ])
    expect(validSegments(trackOf([line(1, { lat: 1, lon: 1 }, {}), oneTime]))).toEqual([oneTime])
  })

  test('rejects two segments that start at the same instant, after checking for missing times', () => {
    expect(() => validSegments(trackOf([ride(EIGHT), ride(EIGHT, 2)]))).toThrow(
      'some segments have same start date',
    )
    expect(() => validSegments(trackOf([ride(EIGHT), ride(EIGHT), timeless]))).toThrow(
      '<time> is missing in segment',
    )
    expect(validSegments(trackOf([ride(EIGHT), ride(EIGHT + 1)]))).toHaveLength(2)
  })

  test('accepts a single point in a recording without GPS', () => {
    const withoutGps = { distance: 1000, duration: 600, moving: 600, maxSpeed: null }
    const pool = segmentOf([{ time: EIGHT, hr: 120 }])
    expect(validSegments(trackOf([pool], { withoutGps }))).toEqual([pool])
  })
})

import { describe, expect, test } from 'bun:test'
import { shorten, shortenedSteps } from '@/domain/tracks/metrics/distance'
import { pointSpeeds, toPace } from '@/domain/tracks/metrics/speed'
import type { Segment } from '@/domain/tracks/track'
import { EIGHT, SECOND, segmentOf } from '../../../support/segments'

const DEGREE = 111_319.49079327358
/** Points on the equator, given as seconds and metres. */
const along = (...points: [second: number, metre: number][]) =>
  segmentOf(
    points.map(([second, metre]) => ({
      time: EIGHT + second * SECOND,
      lat: 0,
      lon: metre / DEGREE,
    })),
  )

function speedsOf(segment: Segment): number[] {
  const positions = shorten(segment)
  return [...pointSpeeds(positions, shortenedSteps(positions))]
}

describe('pointSpeeds', () => {
  test('is zero for the first point and the incoming speed for the last', () => {
    // 10 m in 2 s: 18 km/h.
    expect(speedsOf(along([0, 0], [2, 10]))).toEqual([0, 18])
  })

  test('is the mean of the incoming and outgoing speed', () => {
    // 5 m/s in, 2 m/s out: 3.5 m/s.
    expect(speedsOf(along([0, 0], [2, 10], [4, 14]))).toEqual([0, 12.6, 7.2])
  })

  test('ignores a side without movement or time', () => {
    expect(speedsOf(along([0, 0], [2, 0], [4, 10]))).toEqual([0, 18, 18])
    expect(speedsOf(along([0, 0], [0, 10], [2, 20]))).toEqual([0, 18, 18])
    expect(speedsOf(along([0, 0], [Number.NaN, 10], [2, 20], [4, 30]))).toEqual([0, 0, 18, 18])
  })

  test('is zero when nothing moves', () => {
    expect(speedsOf(along([0, 5], [1, 5], [2, 5]))).toEqual([0, 0, 0])
  })

  test('accepts time that runs backwards', () => {
    expect(speedsOf(along([2, 0], [0, 10]))).toEqual([0, 18])
  })

  test('includes the climb, even across an elevation of zero', () => {
    const points = segmentOf([
      { time: EIGHT, lat: 0, lon: 0, ele: 0 },
      { time: EIGHT + 10 * SECOND, lat: 0, lon: 40 / DEGREE, ele: 30 },
    ])
    expect(speedsOf(points)).toEqual([0, 18])
  })
})

describe('paceOf', () => {
  test('is the whole seconds per kilometre', () => {
    expect(toPace(12)).toBe(300)
    expect(toPace(12.11)).toBe(297)
    expect(toPace(0)).toBe(0)
  })

  test('rounds half seconds to the even neighbour', () => {
    // 3600 / 1.6 / 1000 = 2.25; 3600 / 800 = 4.5; 3600 / 480 = 7.5
    expect(toPace(800)).toBe(4)
    expect(toPace(480)).toBe(8)
  })

  test('rounds to the microsecond before the second', () => {
    // 4.5000004 s is 4.5 s to the microsecond, and that goes to 4.
    expect(toPace(3600 / 4.5000004)).toBe(4)
    expect(toPace(3600 / 4.500001)).toBe(5)
  })
})

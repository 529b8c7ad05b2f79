import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  runningDistances,
  shorten,
  speedDistance,
  stepDistances,
} from '@/domain/tracks/metrics/distance'
import { anySegment, segmentOf } from '../../../support/segments'

const DEGREE = 111_319.49079327358

describe('stepDistances', () => {
  test('measures a degree of latitude on a sphere of 6378137 m', () => {
    const steps = stepDistances(
      segmentOf([
        { lat: 10, lon: 5 },
        { lat: 10.1, lon: 5 },
      ]),
    )
    expect(steps[0]).toBe(0)
    expect(steps[1]).toBeCloseTo(0.1 * DEGREE, 6)
  })

  test('shortens longitudes at the latitude of the later point', () => {
    const step = (from: number, to: number) =>
      stepDistances(
        segmentOf([
          { lat: from, lon: 0 },
          { lat: to, lon: 0.1 },
        ]),
      )[1]
    const dx = (lat: number) => 0.1 * Math.cos((lat * Math.PI) / 180)
    expect(step(60, 60.1)).toBeCloseTo(Math.hypot(0.1, dx(60.1)) * DEGREE, 6)
    expect(step(60.1, 60)).toBeCloseTo(Math.hypot(0.1, dx(60)) * DEGREE, 6)
  })

  test('adds the climb only when both elevations are known and not zero', () => {
    const step = (from?: number, to?: number) =>
      stepDistances(
        segmentOf([
          { lat: 0, lon: 0, ...(from === undefined ? {} : { ele: from }) },
          { lat: 40 / DEGREE, lon: 0, ...(to === undefined ? {} : { ele: to }) },
        ]),
      )[1]
    expect(step(100, 130)).toBeCloseTo(50, 6)
    expect(step(130, 100)).toBeCloseTo(50, 6)
    expect(step(100, 100)).toBeCloseTo(40, 6)
    expect(step(undefined, 130)).toBeCloseTo(40, 6)
    expect(step(100, undefined)).toBeCloseTo(40, 6)
    expect(step(0, 30)).toBeCloseTo(40, 6)
  })

  test('uses the great circle, without elevation, beyond 0.2 degrees', () => {
    const step = (lat: number, lon: number) =>
      stepDistances(
        segmentOf([
          { lat: 50, lon: 3, ele: 10 },
          { lat: 50 + lat, lon: 3 + lon, ele: 4000 },
        ]),
      )[1]
    expect(step(0.25, 0)).toBeCloseTo(0.25 * DEGREE, 5)
    // A quarter of a great circle, from the pole to the equator.
    expect(step(-50, 0)).toBeCloseTo(50 * DEGREE, 4)
    // Along a parallel the great circle is shorter than the arc of the parallel.
    expect(step(0, 90)).toBeLessThan(90 * DEGREE * Math.cos((50 * Math.PI) / 180))
    expect(step(0, 90)).toBeCloseTo(
      2 * 6_378_137 * Math.asin(Math.SQRT1_2 * Math.cos(50 * (Math.PI / 180))),
      4,
    )
  })

  test('is flat at exactly 0.2 degrees, but not beyond', () => {
    const steep = (lat: number, lon: number) =>
      stepDistances(
        segmentOf([
          { lat: 0, lon: 0, ele: 1 },
          { lat, lon, ele: 9000 },
        ]),
      )[1]
    const slope = Math.hypot(0.2 * DEGREE, 8999)
    expect(steep(0.2, 0)).toBeCloseTo(slope, 6)
    expect(steep(0, 0.2)).toBeCloseTo(slope, 6)
    expect(steep(0.2000001, 0)).toBeLessThan(slope - 100)
    expect(steep(0, 0.2000001)).toBeLessThan(slope - 100)
  })
})

describe('speedDistance', () => {
  test('uses the latitude of the point whose speed is computed, in both directions', () => {
    const points = shorten(
      segmentOf([
        { lat: 60, lon: 0 },
        { lat: 60.1, lon: 0.1 },
      ]),
    )
    expect(speedDistance(points, 1, 0)).toBe(stepDistances(points)[1] ?? 0)
    expect(speedDistance(points, 0, 1)).toBeGreaterThan(speedDistance(points, 1, 0))
  })

  test('includes an elevation of zero, which services may return', () => {
    const points = shorten(
      segmentOf([
        { lat: 0, lon: 0, ele: 0 },
        { lat: 40 / DEGREE, lon: 0, ele: 30 },
      ]),
    )
    expect(speedDistance(points, 1, 0)).toBeCloseTo(50, 6)
    expect(stepDistances(points)[1]).toBeCloseTo(40, 6)
  })
})

describe('runningDistances', () => {
  test('adds up the steps from zero', () => {
    const points = segmentOf([0, 1, 3].map((i) => ({ lat: i / DEGREE, lon: 0 })))
    const running = runningDistances(points)
    expect([...running].map((metres) => Math.round(metres * 1e6) / 1e6)).toEqual([0, 1, 3])
  })

  test('never decreases and ends at the sum of the steps', () => {
    fc.assert(
      fc.property(anySegment(1), (segment) => {
        const running = runningDistances(segment)
        const sum = stepDistances(segment).reduce((total, step) => total + step, 0)
        expect(running.at(-1)).toBe(sum)
        expect(running.every((metres, i) => metres >= (running[i - 1] ?? 0))).toBe(true)
      }),
    )
  })
})

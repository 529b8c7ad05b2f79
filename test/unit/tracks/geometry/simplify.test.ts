import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Line } from '@/domain/tracks/geometry/placed-line'
import { simplify } from '@/domain/tracks/geometry/simplify'
import { expectLinear } from '../../../support/timing'

const DEGREE = 111_319.49079327358
/** A line on the equator, given in metres east and north. */
const lineOf = (...points: [east: number, north: number][]): Line => ({
  lat: Float64Array.from(points, ([, north]) => north / DEGREE),
  lon: Float64Array.from(points, ([east]) => east / DEGREE),
})
const metresOf = (line: Line) =>
  Array.from(line.lat, (lat, i): [number, number] => [(line.lon[i] ?? 0) * DEGREE, lat * DEGREE])

describe('simplify', () => {
  test('drops positions within the tolerance and preserves corners', () => {
    const simple = simplify(lineOf([0, 0], [50, 4], [100, 0], [100, 60], [103, 80], [100, 100]), 5)
    expect(simple).toEqual(lineOf([0, 0], [100, 0], [100, 100]))
  })

  test('measures to the end of a line that turns back', () => {
    const spike = lineOf([0, 0], [100, 0], [10, 0])
    expect(simplify(spike, 5)).toEqual(spike)
  })

  test('preserves a loop that ends where it began', () => {
    const loop = lineOf([0, 0], [100, 0], [100, 100], [0, 0])
    expect(simplify(loop, 5)).toEqual(loop)
  })

  test('scales longitudes away from the equator', () => {
    const at60 = (east: number): Line => ({
      lat: Float64Array.of(60, 60.001, 60),
      lon: Float64Array.of(0, east / DEGREE, 0),
    })
    expect(simplify(at60(200), 1).lat).toHaveLength(3)
    const sideways = {
      lat: Float64Array.of(60, 60.0005, 60.001),
      lon: Float64Array.of(0, 8 / DEGREE, 0),
    }
    expect(simplify(sideways, 5).lat).toHaveLength(2)
    expect(simplify({ ...sideways, lat: sideways.lat.map((lat) => lat - 60) }, 5).lat).toHaveLength(
      3,
    )
  })

  test('accepts empty lines and single points', () => {
    expect(simplify(lineOf(), 5)).toEqual(lineOf())
    expect(simplify(lineOf([3, 4]), 5)).toEqual(lineOf([3, 4]))
    expect(simplify(lineOf([3, 4], [3, 4]), 5)).toEqual(lineOf([3, 4], [3, 4]))
  })

  test('moves no point further than the tolerance and adds none', () => {
    const coordinate = fc.integer({ min: -500, max: 500 })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 60 }),
        fc.integer({ min: 0, max: 200 }),
        (points, tolerance) => {
          const kept = metresOf(simplify(lineOf(...points), tolerance))
          expect(kept.length).toBeLessThanOrEqual(points.length)
          for (const point of points) {
            expect(distanceTo(kept, point)).toBeLessThanOrEqual(tolerance + 1e-6)
          }
        },
      ),
    )
  })

  test('takes linear time for worst-case lines', () => {
    // A spiral: every split is at an end of its part, the worst case.
    const spiral = (count: number) =>
      lineOf(
        ...Array.from({ length: count }, (_, i): [number, number] => [
          (i + 10) * Math.cos(i / 3),
          (i + 10) * Math.sin(i / 3),
        ]),
      )
    const simplified = (count: number) => simplify(spiral(count), 1).lat.length
    expect(simplified(80_000)).toBeGreaterThan(40_000)
    expectLinear(simplified, 80_000)
  })
})

function distanceTo(line: [number, number][], [x, y]: [number, number]): number {
  const distances = line.slice(1).map(([endX, endY], i) => {
    const [startX, startY] = line[i] ?? [endX, endY]
    const length = (endX - startX) ** 2 + (endY - startY) ** 2
    const share = ((x - startX) * (endX - startX) + (y - startY) * (endY - startY)) / (length || 1)
    const nearest = Math.min(Math.max(share, 0), 1)
    return Math.hypot(
      x - startX - nearest * (endX - startX),
      y - startY - nearest * (endY - startY),
    )
  })
  return Math.min(...distances)
}

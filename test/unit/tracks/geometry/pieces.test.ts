import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type Box,
  boxesAround,
  type Disc,
  distanceToLine,
} from '@/domain/tracks/geometry/distance-to-line'
import {
  linePieces,
  PIECE_PRECISION,
  placesOfLine,
  readPiece,
} from '@/domain/tracks/geometry/pieces'
import type { Line } from '@/domain/tracks/geometry/placed-line'
import { runs } from '../../../support/properties'

const lineOf = (points: readonly (readonly [lat: number, lon: number])[]): Line => ({
  lat: Float64Array.from(points, ([lat]) => lat),
  lon: Float64Array.from(points, ([, lon]) => lon),
})

const RADIANS = Math.PI / 180

/** Vincenty's inverse formula on WGS 84, in metres: an independent way to compute the same distance. */
function geodesic(a: readonly [number, number], b: readonly [number, number]): number {
  const [major, flattening] = [6_378_137, 1 / 298.257223563]
  const minor = major * (1 - flattening)
  const u1 = Math.atan((1 - flattening) * Math.tan(a[0] * RADIANS))
  const u2 = Math.atan((1 - flattening) * Math.tan(b[0] * RADIANS))
  const l = (b[1] - a[1]) * RADIANS
  let lambda = l
  for (let round = 0; round < 100; round++) {
    const x = Math.cos(u2) * Math.sin(lambda)
    const y = Math.cos(u1) * Math.sin(u2) - Math.sin(u1) * Math.cos(u2) * Math.cos(lambda)
    const sinSigma = Math.hypot(x, y)
    if (sinSigma === 0) return 0
    const cosSigma = Math.sin(u1) * Math.sin(u2) + Math.cos(u1) * Math.cos(u2) * Math.cos(lambda)
    const sigma = Math.atan2(sinSigma, cosSigma)
    const sinAlpha = (Math.cos(u1) * Math.cos(u2) * Math.sin(lambda)) / sinSigma
    const cos2Alpha = 1 - sinAlpha ** 2
    const cos2Mid = cos2Alpha === 0 ? 0 : cosSigma - (2 * Math.sin(u1) * Math.sin(u2)) / cos2Alpha
    const c = (flattening / 16) * cos2Alpha * (4 + flattening * (4 - 3 * cos2Alpha))
    const before = lambda
    lambda =
      l +
      (1 - c) *
        flattening *
        sinAlpha *
        (sigma + c * sinSigma * (cos2Mid + c * cosSigma * (-1 + 2 * cos2Mid ** 2)))
    if (Math.abs(lambda - before) > 1e-12) continue
    const k = (cos2Alpha * (major ** 2 - minor ** 2)) / minor ** 2
    const big = 1 + (k / 16384) * (4096 + k * (-768 + k * (320 - 175 * k)))
    const small = (k / 1024) * (256 + k * (-128 + k * (74 - 47 * k)))
    const change =
      small *
      sinSigma *
      (cos2Mid +
        (small / 4) *
          (cosSigma * (-1 + 2 * cos2Mid ** 2) -
            (small / 6) * cos2Mid * (-3 + 4 * sinSigma ** 2) * (-3 + 4 * cos2Mid ** 2)))
    return minor * big * (sigma - change)
  }
  return Number.NaN
}

const exactly = (centre: Disc, line: Line) => distanceToLine(centre, placesOfLine(line), 0)

const overlap = (a: Box, b: Box) =>
  a.south <= b.north && a.north >= b.south && a.west <= b.east && a.east >= b.west

/** Random walks anywhere on earth: through towns, across the antimeridian, with an occasional leap. */
const walks = fc
  .record({
    lat: fc.integer({ min: -7900, max: 7900 }).map((value) => value / 100),
    lon: fc.integer({ min: -18000, max: 18000 }).map((value) => value / 100),
    steps: fc.array(
      fc.tuple(
        fc.integer({ min: -60, max: 60 }),
        fc.integer({ min: -60, max: 60 }),
        fc.constantFrom(1e-5, 1e-5, 1e-5, 1e-4, 1e-3),
      ),
      { minLength: 1, maxLength: 150 },
    ),
  })
  .map(({ lat, lon, steps }) => {
    const points: [number, number][] = [[lat, lon]]
    for (const [north, east, unit] of steps) {
      const [y, x] = points.at(-1) ?? [lat, lon]
      const next = x + east * unit
      points.push([y + north * unit, next > 180 ? next - 360 : next < -180 ? next + 360 : next])
    }
    return lineOf(points)
  })

const discsNear = (line: Line) =>
  fc
    .record({
      at: fc.integer({ min: 0, max: line.lat.length - 1 }),
      north: fc.integer({ min: -1000, max: 1000 }),
      east: fc.integer({ min: -1000, max: 1000 }),
      radius: fc.constantFrom(1, 30, 400, 5000, 60_000),
    })
    .map(({ at, north, east, radius }): Disc => {
      const scale = radius / 1e8
      const lon = (line.lon[at] ?? 0) + east * scale
      return {
        lat: (line.lat[at] ?? 0) + north * scale,
        lon: lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon,
        radius,
      }
    })

const situations = walks.chain((line) => discsNear(line).map((disc) => ({ line, disc })))

describe('distanceToLine', () => {
  test('agrees with the geodesic between two places', () => {
    const place = fc.tuple(
      fc.double({ min: -89, max: 89, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
    )
    const offset = fc.double({ min: -4, max: 4, noNaN: true })
    fc.assert(
      fc.property(place, offset, offset, ([lat, lon], north, east) => {
        const other = [Math.max(-89, Math.min(89, lat + north)), lon + east] as const
        const expected = geodesic([lat, lon], other)
        const got = exactly({ lat, lon, radius: 1 }, lineOf([other]))
        expect(Math.abs(got - expected)).toBeLessThan(0.001 + expected * 1e-4)
      }),
    )
  })

  test('finds the nearest position between two recorded ones', () => {
    const line = lineOf([
      [48, 2],
      [48, 2.01],
    ])
    expect(exactly({ lat: 48.001, lon: 2.005, radius: 1 }, line)).toBeCloseTo(111.2, 1)
    expect(exactly({ lat: 48, lon: 2.005, radius: 1 }, line)).toBeLessThan(0.1)
  })

  test('follows the surface of the earth on long steps', () => {
    const line = lineOf([
      [0, 0],
      [0, 10],
    ])
    expect(exactly({ lat: 0, lon: 5, radius: 1 }, line)).toBeLessThan(1)
    expect(exactly({ lat: 1, lon: 5, radius: 1 }, line)).toBeCloseTo(geodesic([1, 5], [0, 5]), -2)
  })

  test('takes the short way over the antimeridian', () => {
    const line = lineOf([
      [-17, 179.99],
      [-17, -179.99],
    ])
    expect(exactly({ lat: -17, lon: 180, radius: 1 }, line)).toBeLessThan(0.1)
  })

  test('stops at a position that is close enough', () => {
    const line = lineOf([
      [48, 2.005],
      [48, 2],
    ])
    const centre = { lat: 48, lon: 2, radius: 1 }
    expect(distanceToLine(centre, placesOfLine(line), 1000)).toBeGreaterThan(300)
    expect(distanceToLine(centre, placesOfLine(line), 100)).toBeLessThan(0.1)
  })
})

describe('linePieces', () => {
  test('are as close to any position as the line, within the promised precision', () => {
    fc.assert(
      fc.property(situations, ({ line, disc }) => {
        const pieces = linePieces(line).map(({ places }) => readPiece(places))
        const nearest = Math.min(...pieces.map((piece) => distanceToLine(disc, piece, 0)))
        expect(Math.abs(nearest - exactly(disc, line))).toBeLessThan(PIECE_PRECISION)
      }),
      runs(300),
    )
  })

  test('have boxes that intersect those around every disc that the line reaches', () => {
    fc.assert(
      fc.property(situations, ({ line, disc }) => {
        if (exactly(disc, line) > disc.radius) return
        const around = boxesAround(disc)
        const met = linePieces(line).filter(({ box }) => around.some((one) => overlap(one, box)))
        expect(met).not.toHaveLength(0)
      }),
      runs(1000),
    )
  })

  test('store few positions of a straight line', () => {
    const way = Array.from({ length: 3000 }, (_, i) => [45 + i * 1e-5, 6 + i * 1e-5] as const)
    const pieces = linePieces(lineOf(way))
    expect(pieces).toHaveLength(1)
    expect(readPiece(pieces[0]?.places ?? new Uint8Array()).coordinates.length).toBeLessThan(15)
  })

  test('can be created from a single position', () => {
    expect(linePieces(lineOf([[45, 6]]))).toHaveLength(1)
  })

  test('reach the pole and all longitudes near the pole, and the whole earth after a leap', () => {
    expect(linePieces(lineOf([[88, 10]]))[0]?.box).toMatchObject({
      west: -180,
      north: 90,
      east: 180,
    })
    const leap = lineOf([
      [10, 10],
      [-30, 100],
    ])
    expect(linePieces(leap)[0]?.box).toEqual({ south: -90, west: -180, north: 90, east: 180 })
  })
})

describe('boxesAround', () => {
  test('are two across the antimeridian', () => {
    const boxes = boxesAround({ lat: 0, lon: 179.99, radius: 10_000 })
    expect(boxes.map(({ west, east }) => [west, east].map(Math.round))).toEqual([
      [180, 180],
      [-180, -180],
    ])
  })

  test('span all longitudes around a pole', () => {
    expect(boxesAround({ lat: 89.99, lon: 0, radius: 10_000 })).toMatchObject([
      { west: -180, east: 180, north: 90 },
    ])
  })

  test('are barely larger than the disc', () => {
    const [{ south, west, north, east } = { south: 0, west: 0, north: 0, east: 0 }] = boxesAround({
      lat: 60,
      lon: 10,
      radius: 10_000,
    })
    expect((north - south) * 111.4).toBeCloseTo(20.3, 0)
    expect((east - west) * 55.8).toBeCloseTo(20.3, 0)
  })
})

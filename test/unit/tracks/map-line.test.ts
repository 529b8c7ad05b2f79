import { describe, expect, test } from 'bun:test'
import {
  clipLine,
  decodeLine,
  encodeLine,
  type LinePart,
  MAP_LEVELS,
  mapLineOf,
  toMercator,
} from '@/domain/tracks/geometry/map-line'
import { linePieces } from '@/domain/tracks/geometry/pieces'
import { syntheticRide } from '../../bench/recordings'

const part = (...points: [number, number][]) => ({
  x: Float64Array.from(points, ([x]) => x),
  y: Float64Array.from(points, ([, y]) => y),
})

const lineOf = (lat: number[], lon: number[]) => ({
  lat: Float64Array.from(lat),
  lon: Float64Array.from(lon),
})

describe('mapLineOf', () => {
  const ride = syntheticRide(7200)
  const line = mapLineOf(linePieces(ride))

  /** Distance in units between a point and a line. */
  const distanceTo = (parts: readonly LinePart[], px: number, py: number) => {
    let least = Number.POSITIVE_INFINITY
    for (const { x, y } of parts)
      for (let i = 0; i + 1 < x.length; i++) {
        const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [x[i], y[i], x[i + 1], y[i + 1]]
        const [dx, dy] = [x1 - x0, y1 - y0]
        const share = ((px - x0) * dx + (py - y0) * dy) / (dx * dx + dy * dy)
        const nearest = Math.min(Math.max(share, 0), 1)
        least = Math.min(least, Math.hypot(px - x0 - nearest * dx, py - y0 - nearest * dy))
      }
    return least
  }

  test.each([
    ['medium', 3],
    ['fine', 5],
  ] as const)('keeps every recorded point within a few units of the %s line', (name, limit) => {
    const bits = MAP_LEVELS.find((level) => level.name === name)?.bits ?? 0
    const parts = decodeLine(line?.[name] ?? new Uint8Array())
    let farthest = 0
    for (let i = 0; i < ride.size; i += 9) {
      const [x, y] = toMercator(ride.lon[i] ?? 0, ride.lat[i] ?? 0)
      farthest = Math.max(farthest, distanceTo(parts, x * 2 ** bits, y * 2 ** bits))
    }
    expect(farthest).toBeLessThan(limit)
  })

  test('limits the points of the coarse line', () => {
    const [first, ...others] = decodeLine(line?.coarse ?? new Uint8Array())
    expect(others).toEqual([])
    expect(first?.x.length).toBeWithin(4, 11)
  })

  test('continues beyond the edge of the world at the antimeridian', () => {
    const across = lineOf([-17, -17, -17.01], [179.98, -179.98, -179.97])
    const [first] = decodeLine(mapLineOf(linePieces(across))?.fine ?? new Uint8Array())
    expect(first?.x.map((x) => Math.round((x / 2 ** 23 - 0.5) * 36_000))).toEqual(
      Float64Array.of(17_998, 18_002, 18_003),
    )
  })

  test('splits the line at gaps, and omits parts that are smaller than a unit', () => {
    const nowhere = Array.from({ length: 20 }, () => Number.NaN)
    const gaps = lineOf(
      [45, 45.1, ...nowhere, 45.2, 45.3, ...nowhere, 45.4, 45.400_001],
      [6, 6, ...nowhere, 6, 6, ...nowhere, 6, 6],
    )
    const parts = decodeLine(mapLineOf(linePieces(gaps))?.medium ?? new Uint8Array())
    expect(parts.map(({ x }) => x.length)).toEqual([2, 2])
  })

  test('returns undefined without positions, and a point for a recording in one place', () => {
    expect(mapLineOf([])).toBeUndefined()
    const [still] = decodeLine(
      mapLineOf(linePieces(lineOf([45, 45], [6, 6])))?.fine ?? new Uint8Array(),
    )
    expect(still?.x).toHaveLength(1)
  })
})

test('encodeLine and decodeLine preserve parts with any coordinates', () => {
  const parts = [part([-5, 7], [2 ** 23, 0], [3, 3]), part([1, 2 ** 22]), part([0, 0], [64, -64])]
  expect(decodeLine(encodeLine(parts))).toEqual(parts)
})

describe('clipLine', () => {
  const line = encodeLine([part([0, 0], [10, 0], [20, 0], [30, 0], [30, 50], [5, 50], [5, 2])])
  const clip = (left: number, top: number, right: number, bottom: number) => {
    const clipped = clipLine(line, { left, top, right, bottom })
    return clipped && decodeLine(clipped)
  }

  test('returns the steps that may cross the box, as parts', () => {
    expect(clip(4, -1, 6, 3)).toEqual([part([0, 0], [10, 0]), part([5, 50], [5, 2])])
    expect(clip(12, 10, 13, 60)).toEqual([part([30, 50], [5, 50])])
    expect(clip(-9, -9, 99, 99)).toEqual(decodeLine(line))
  })

  test('returns undefined when no step does', () => {
    expect(clip(40, 0, 50, 50)).toBeUndefined()
    expect(clipLine(encodeLine([part([5, 5])]), { left: 6, top: 0, right: 9, bottom: 9 })).toBe(
      undefined,
    )
  })
})

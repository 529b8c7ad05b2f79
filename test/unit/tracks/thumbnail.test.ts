import { describe, expect, test } from 'bun:test'
import { THUMBNAIL_SIZE } from '@/domain/reference/thumbnail'
import { mapLineOf } from '@/domain/tracks/geometry/map-line'
import { linePieces } from '@/domain/tracks/geometry/pieces'
import { drawEffort, drawRoute } from '@/domain/tracks/geometry/thumbnail'
import { syntheticRide } from '../../bench/recordings'

const { width, height } = THUMBNAIL_SIZE

const draw = (lat: number[], lon: number[]) => {
  const line = mapLineOf(linePieces({ lat: Float64Array.from(lat), lon: Float64Array.from(lon) }))
  if (!line) throw new Error('without positions')
  return drawRoute(line).path
}

/** The absolute coordinates of each part of a path. */
function pointsOf(path: string): [number, number][][] {
  return path
    .split('M')
    .slice(1)
    .map((part) => {
      const numbers = part.match(/-?\d+/g)?.map(Number) ?? []
      const points: [number, number][] = []
      let [x, y] = [0, 0]
      for (let i = 0; i + 1 < numbers.length; i += 2) {
        x += numbers[i] ?? 0
        y += numbers[i + 1] ?? 0
        points.push([x, y])
      }
      return points
    })
}

describe('drawRoute', () => {
  test('fills the area with about 30 points in few bytes, whatever the length of the ride', () => {
    const line = mapLineOf(linePieces(syntheticRide(7200)))
    if (!line) throw new Error('without positions')
    const { kind, path } = drawRoute(line)
    expect(kind).toBe('route')
    const points = pointsOf(path).flat()
    expect(points.length).toBeWithin(10, 33)
    expect(path.length).toBeLessThan(220)
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
    expect([Math.min(...xs), Math.min(...ys)].every((value) => value >= 0)).toBe(true)
    expect([Math.max(...xs) <= width, Math.max(...ys) <= height]).toEqual([true, true])
    expect(Math.max(...xs) === width || Math.max(...ys) === height).toBe(true)
  })

  test('shows north at the top, and keeps proportions', () => {
    // A square of about 1 km: up, right, down, left.
    const [up, right] = [0.009, 0.009 / Math.cos((47 * Math.PI) / 180)]
    const path = draw([47, 47 + up, 47 + up, 47, 47], [8, 8, 8 + right, 8 + right, 8])
    const left = (width - height) / 2
    expect(pointsOf(path)).toEqual([
      [
        [left, height],
        [left, 0],
        [left + height, 0],
        [left + height, height],
        [left, height],
      ],
    ])
  })

  test('draws recordings that stay in one place as a dot in the middle', () => {
    expect(draw([47, 47], [8, 8])).toBe('M56 40h0')
  })
})

describe('drawEffort', () => {
  const none = new Float64Array(100).fill(Number.NaN)
  const time = Float64Array.from({ length: 100 }, (_, i) => i * 1e6)
  const rising = Float64Array.from({ length: 100 }, (_, i) => 100 + i)
  const points = {
    ...{ size: 100, time, lat: none, lon: none, ele: none, speed: none, cadence: none },
    ...{ hr: none, power: none },
  }

  test('draws heart rate over time, from bottom to top of the area', () => {
    const drawn = drawEffort([{ ...points, hr: rising, speed: rising }])
    expect(drawn?.kind).toBe('heart_rate')
    const [line = []] = pointsOf(drawn?.path ?? '')
    expect([line[0], line.at(-1), line.length]).toEqual([[0, height], [width, 0], 24])
  })

  test('falls back to power and speed, and to nothing', () => {
    expect(drawEffort([{ ...points, power: rising, speed: rising }])?.kind).toBe('power')
    expect(drawEffort([{ ...points, speed: rising }])?.kind).toBe('speed')
    expect(drawEffort([points])).toBeUndefined()
    expect(drawEffort([])).toBeUndefined()
  })
})

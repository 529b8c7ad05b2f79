import { describe, expect, test } from 'bun:test'
import { bufferOutline } from '@/web/map/zones/buffer-outline'

const METRES_PER_DEGREE = 111_195

/** Positions from metres north and east of a place on the equator, where both axes have the same scale. */
const around = (points: readonly (readonly [x: number, y: number])[]) =>
  points.map(([x, y]) => ({ latitude: y / METRES_PER_DEGREE, longitude: x / METRES_PER_DEGREE }))

const toMetres = (line: ReturnType<typeof bufferOutline>) =>
  line.map(([latitude, longitude]): [x: number, y: number] => [
    longitude * METRES_PER_DEGREE,
    latitude * METRES_PER_DEGREE,
  ])

/** The area in square metres within a line. */
const sizeOf = (line: readonly (readonly [x: number, y: number])[]) =>
  Math.abs(
    line.reduce((sum, [bx, by], index) => {
      const [ax, ay] = line.at(index - 1) ?? [bx, by]
      return sum + ax * by - bx * ay
    }, 0) / 2,
  )

const SQUARE = [
  [0, 0],
  [1000, 0],
  [1000, 1000],
  [0, 1000],
] as const

describe('the line around an area', () => {
  test.each([
    ['counterclockwise', SQUARE],
    ['clockwise', SQUARE.toReversed()],
  ])('is that far from its edges, with round corners: %s', (_, corners) => {
    const line = toMetres(bufferOutline(around(corners), 200))
    const distances = line.map(([x, y]) =>
      Math.hypot(Math.max(0, -x, x - 1000), Math.max(0, -y, y - 1000)),
    )
    for (const distance of distances) expect(distance).toBeCloseTo(200, 3)
    const exact = 1000 ** 2 + 4 * 1000 * 200 + Math.PI * 200 ** 2
    expect(sizeOf(line) / exact).toBeCloseTo(1, 2)
  })

  test('leaves out what would be too close to another edge in an inner corner', () => {
    const corner = [
      [0, 0],
      [1000, 0],
      [1000, 300],
      [300, 300],
      [300, 1000],
      [0, 1000],
    ] as const
    const line = toMetres(bufferOutline(around(corner), 100))
    // Between the arms, the line stays 100 metres from both.
    const inner = line.filter(([x, y]) => x > 300 && x < 1000 && y > 300 && y < 1000)
    expect(inner.length).toBeGreaterThan(10)
    for (const [x, y] of inner) expect(Math.min(x, y)).toBeGreaterThan(399.8)
  })

  test('is empty without corners', () => {
    expect(bufferOutline([], 100)).toEqual([])
  })
})

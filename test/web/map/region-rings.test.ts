import { expect, test } from 'bun:test'
import type { RegionMap } from '@/domain/reference/regions/decode-regions'
import { findRings } from '@/web/map/regions/find-rings'

/** Two squares with a border between them, and an island of the second one. */
const lines = [
  {
    sides: [0, 1],
    points: [
      [2, 0],
      [2, 2],
    ],
  },
  {
    sides: [0, -1],
    points: [
      [2, 2],
      [0, 2],
      [0, 0],
      [2, 0],
    ],
  },
  {
    sides: [1, -1],
    points: [
      [2, 0],
      [4, 0],
      [4, 2],
      [2, 2],
    ],
  },
  {
    sides: [1, -1],
    points: [
      [8, 8],
      [9, 8],
      [9, 9],
      [8, 8],
    ],
  },
] as const

const UNIT = 2 ** 12
const points = lines.flatMap((line) => [...line.points])

const map: RegionMap = {
  regions: ['A', 'B'].map((name) => ({ country: 'XX', name })),
  starts: Int32Array.from([0, 2, 6, 10, 14]),
  x: Int32Array.from(points, ([x]) => x * UNIT),
  y: Int32Array.from(points, ([, y]) => y * UNIT),
  sides: Int16Array.from(lines.flatMap(({ sides }) => [...sides])),
}

/** The corners of a ring in units, without those that repeat the one before. */
const toUnits = (ring: readonly (readonly [number, number])[]) =>
  ring.map(([latitude, longitude]) => {
    const north = Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI
    return [((longitude + 180) / 360) * 32, ((1 - north) / 2) * 32].map(Math.round).join()
  })

const cornersOf = (isInside: (region: number) => boolean) =>
  findRings(map, isInside).map((ring) => [...new Set(toUnits(ring))].sort())

test('the ring of a region joins its borders', () => {
  expect(cornersOf((region) => region === 0)).toEqual([['0,0', '0,2', '2,0', '2,2']])
  const [ring = []] = findRings(map, (region) => region === 0)
  expect(toUnits(ring).at(-1)).toBe(toUnits(ring)[0])
})

test('a region may have several rings', () => {
  expect(cornersOf((region) => region === 1)).toEqual([
    ['2,0', '2,2', '4,0', '4,2'],
    ['8,8', '9,8', '9,9'],
  ])
})

test('the rings of a country are without the borders inside of it', () => {
  const rings = findRings(map, () => true).map(toUnits)
  expect(rings).toHaveLength(2)
  const steps = (rings[0] ?? []).map((corner, i, all) => `${corner} ${all[i + 1]}`)
  expect(steps.filter((step) => step === '2,0 2,2' || step === '2,2 2,0')).toEqual([])
})

test('nothing has no rings', () => {
  expect(findRings(map, () => false)).toEqual([])
})

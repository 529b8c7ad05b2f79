import { describe, expect, test } from 'bun:test'
import { brotliDecompressSync } from 'node:zlib'
import { decodeGazetteer } from '@/domain/places/gazetteer'
import placesFile from '@/domain/places/places.br' with { type: 'file' }
import {
  decodeRegions,
  REGION_BITS,
  type RegionMap,
} from '@/domain/reference/regions/decode-regions'
import regionsFile from '@/domain/reference/regions/regions.br' with { type: 'file' }
import { createRegionFinder, offshoreUnits, squaredDistance } from '@/domain/regions/region-finder'
import { SEED } from '../../support/properties'
import { randomOf } from '../../support/ride'

const unpack = async (path: string) => brotliDecompressSync(await Bun.file(path).bytes())

const world = decodeRegions(await unpack(regionsFile))
const finder = createRegionFinder(world)

const tileAt = (latitude: number, longitude: number): [column: number, row: number] => {
  const north = Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI
  const size = 2 ** REGION_BITS
  return [Math.floor((longitude / 360 + 0.5) * size), Math.floor(((1 - north) / 2) * size)]
}

const nameAt = (latitude: number, longitude: number) => {
  const region = world.regions[finder.find(...tileAt(latitude, longitude))]
  return region && `${region.country} ${region.name}`.trim()
}

/** The steps of all borders with the regions at their sides. */
function* stepsOf({ x, y, starts, sides }: RegionMap) {
  for (let border = 0; border + 1 < starts.length; border++)
    for (let i = starts[border] ?? 0; i + 1 < (starts[border + 1] ?? 0); i++)
      yield {
        step: { ax: x[i] ?? 0, ay: y[i] ?? 0, bx: x[i + 1] ?? 0, by: y[i + 1] ?? 0 },
        sides: [sides[2 * border] ?? -1, sides[2 * border + 1] ?? -1].filter((side) => side >= 0),
      }
}

/** Whether a line from the west to a point crosses a step. */
const isReached = (
  { ax, ay, bx, by }: { ax: number; ay: number; bx: number; by: number },
  x: number,
  y: number,
) => ay > y !== by > y && (x - ax) * (by - ay) < (y - ay) * (bx - ax) === by > ay

/** Finds a region with the even-odd rule for each region, or else the one whose border is nearest, from all borders. */
function findByAll(map: RegionMap, column: number, row: number): number {
  const [x, y] = [column + 0.5, row + 0.5 + 2 ** -20]
  const inside = new Set<number>()
  let [nearest, best] = [offshoreUnits(y) ** 2, -1]
  for (const { step, sides } of stepsOf(map)) {
    if (isReached(step, x, y)) for (const side of sides) if (!inside.delete(side)) inside.add(side)
    const distance = squaredDistance(step, x, y)
    const region = Math.min(...sides)
    if (distance < nearest || (distance === nearest && region < best))
      [nearest, best] = [distance, region]
  }
  return inside.size > 0 ? Math.min(...inside) : best
}

/** A small map of overlapping polygons between random corners, whose borders cross each other and many cells. */
function randomMap(random: () => number): RegionMap {
  const polygons = Array.from({ length: 6 }, () => {
    const [left, top] = [Math.floor(random() * 1200), Math.floor(random() * 1200)]
    const corners = Array.from({ length: 3 + Math.floor(random() * 5) }, () => [
      2 * (left + Math.floor(random() * 900)),
      2 * (top + Math.floor(random() * 900)),
    ])
    return [...corners, corners[0] ?? []]
  })
  const starts = [0]
  for (const { length } of polygons) starts.push((starts.at(-1) ?? 0) + length)
  return {
    regions: polygons.map((_, i) => ({ country: 'XX', name: String(i) })),
    starts: Int32Array.from(starts),
    x: Int32Array.from(polygons.flat(), ([x = 0]) => x),
    y: Int32Array.from(polygons.flat(), ([, y = 0]) => y),
    sides: Int16Array.from(polygons.flatMap((_, i) => [i, i % 2 === 0 ? -1 : i - 1])),
  }
}

test.each([
  ['Freiburg', 47.99, 7.85, 'DE Baden-Württemberg'],
  ['Basel', 47.557, 7.59, 'CH Basel-Stadt'],
  ['Lyon', 45.76, 4.84, 'FR Auvergne-Rhône-Alpes'],
  ['Genova', 44.41, 8.93, 'IT Liguria'],
  ['Tenerife', 28.3, -16.5, 'ES Canarias'],
  ['Glasgow', 55.86, -4.25, 'GB Scotland'],
  ['Denver', 39.74, -104.99, 'US Colorado'],
  ['Sydney', -33.87, 151.2, 'AU New South Wales'],
  ['Ljubljana', 46.05, 14.51, 'SI'],
  ['Chukotka, east of the antimeridian', 66, -172, 'RU Chukchi Autonomous Okrug'],
  ['the pier of Scheveningen', 52.118, 4.28, 'NL Zuid-Holland'],
  ['the Atlantic Ocean', 40, -40, undefined],
])('%s', (_, latitude, longitude, name) => {
  expect(nameAt(latitude, longitude)).toBe(name)
})

test('nearly all towns are in their country', async () => {
  const gazetteer = decodeGazetteer(await unpack(placesFile))
  const counts = { towns: 0, wrong: 0 }
  for (let number = 0; ; number++) {
    const town = gazetteer.get(number)
    if (!town) break
    counts.towns += 1
    const region = world.regions[finder.find(...tileAt(town.latitude, town.longitude))]
    if (region?.country !== town.country) counts.wrong += 1
  }
  expect(counts.towns).toBeGreaterThan(130_000)
  expect(counts.wrong / counts.towns).toBeLessThan(0.005)
})

describe('equals brute force', () => {
  test('in maps of overlapping polygons', () => {
    const random = randomOf(SEED)
    for (let i = 0; i < 20; i++) {
      const map = randomMap(random)
      const tested = createRegionFinder(map)
      for (let point = 0; point < 300; point++) {
        const [column, row] = [Math.floor(random() * 4300), Math.floor(random() * 4300)]
        const expected = findByAll(map, column, row)
        expect([column, row, tested.find(column, row)]).toEqual([column, row, expected])
      }
    }
  })

  test('near borders and coasts of the world', () => {
    const random = randomOf(SEED)
    for (let i = 0; i < 60; i++) {
      const point = Math.floor(random() * world.x.length)
      const near = (value = 0) => Math.round(value + (random() - 0.5) * 40)
      const [column, row] = [near(world.x[point]), near(world.y[point])]
      const expected = findByAll(world, column, row)
      expect([column, row, finder.find(column, row)]).toEqual([column, row, expected])
    }
  })

  test('in whole blocks', () => {
    const random = randomOf(SEED)
    const found = { blocks: 0 }
    for (let i = 0; i < 3000; i++) {
      const point = Math.floor(random() * world.x.length)
      const blockNear = (value = 0) => Math.floor((value + (random() - 0.5) * 60) / 8)
      const [column, row] = [blockNear(world.x[point]), blockNear(world.y[point])]
      const region = finder.findInBlock(column, row)
      if (region === undefined) continue
      found.blocks += 1
      for (const [x, y] of [
        [0, 0],
        [7, 0],
        [0, 7],
        [7, 7],
        [3, 4],
      ] as const)
        expect(finder.find(column * 8 + x, row * 8 + y)).toBe(region)
    }
    expect(found.blocks).toBeGreaterThan(500)
  })
})

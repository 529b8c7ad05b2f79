import { areaOf, project, round, simplify } from '@/build/lines'
import { NumberWriter, writeCompressed } from '@/build/number-writer'
import { inProject } from '@/build/project'
import { REGION_BITS, STORED_UNIT } from '@/domain/reference/regions/decode-regions'
import { type Region, readRegions } from './read-provinces'
import { type Border, FINE_UNITS, traceBorders } from './trace-borders'

/** Writes the regions of the world from a file with Natural Earth's provinces; README.md next to it says which one. */

const TARGET = inProject('src', 'domain', 'reference', 'regions', 'regions.br')
const FINE_PER_STORED = (FINE_UNITS / 2 ** REGION_BITS) * STORED_UNIT
/** Borders may deviate by this many stored units. */
const TOLERANCE = 1
/** Minimum area of islands in square stored units, unless a region consists only of smaller ones. */
const MIN_AREA = 3

/** Simplifies a border and rounds it to stored units. A closed one is simplified in two halves. */
function simplifyBorder({ sides, points }: Border): Border {
  const line = points.map(([x, y]) => [x / FINE_PER_STORED, y / FINE_PER_STORED] as const)
  const [first, last] = [points[0], points.at(-1)]
  const isClosed = first?.[0] === last?.[0] && first?.[1] === last?.[1]
  const middle = isClosed ? line.length >> 1 : 0
  const halves = isClosed ? [line.slice(0, middle + 1), line.slice(middle)] : [line]
  const simplified = halves.flatMap((half) => simplify(half, TOLERANCE))
  return { sides, points: round(simplified) }
}

const isIsland = ({ sides: [, right], points: [first, ...rest] }: Border): boolean => {
  const last = rest.at(-1)
  return right === -1 && last !== undefined && first?.[0] === last[0] && first[1] === last[1]
}

/** Leaves out borders without an area, and small islands. */
function selectBorders(all: readonly Border[]): Border[] {
  const borders = all.filter(({ points }) => points.length > 1)
  const areaOfBorder = new Map(borders.map((border) => [border, areaOf(border.points)]))
  const area = (border: Border): number => areaOfBorder.get(border) ?? 0
  const byRegion = Map.groupBy(borders.filter(isIsland), ({ sides }) => sides[0])
  const attached = new Set(
    borders.filter((border) => !isIsland(border)).flatMap(({ sides }) => sides),
  )
  const isLargest = (border: Border): boolean =>
    !attached.has(border.sides[0]) &&
    (byRegion.get(border.sides[0]) ?? []).every((other) => area(other) <= area(border))
  return borders.filter(
    (border) =>
      !isIsland(border) || area(border) >= MIN_AREA || (isLargest(border) && area(border) > 0),
  )
}

function writeRegions(regions: readonly Region[]): void {
  const rings = regions.map((region) =>
    region.rings.map((ring) => round(ring.map((point) => project(point, FINE_UNITS)))),
  )
  const borders = selectBorders(traceBorders(rings).map(simplifyBorder))
  const numbers = [...new Set(borders.flatMap(({ sides }) => sides))]
    .filter((side) => side >= 0)
    .sort((one, other) => one - other)
  const writer = new NumberWriter()
  writer.number(numbers.length)
  for (const number of numbers) {
    writer.text(regions[number]?.country ?? '')
    writer.text(regions[number]?.name ?? '')
  }
  writer.number(borders.length)
  for (const { sides } of borders)
    for (const side of sides) writer.number(numbers.indexOf(side) + 1)
  for (const { points } of borders) writer.number(points.length)
  for (const axis of [0, 1] as const) {
    let previous = 0
    for (const { points } of borders)
      for (const point of points) {
        writer.signed(point[axis] - previous)
        previous = point[axis]
      }
  }
  const vertices = borders.reduce((sum, { points }) => sum + points.length, 0)
  const missing = regions.filter((_, number) => !numbers.includes(number))
  console.log(`${numbers.length} regions, ${borders.length} borders, ${vertices} points`)
  console.log(`too small: ${missing.map(({ country, name }) => `${country} ${name}`).join(', ')}`)
  writeCompressed(TARGET, writer.finish())
}

const [source] = process.argv.slice(2)
if (!source) throw new Error('usage: bun run regions world_map.gpkg')
writeRegions(readRegions(source))

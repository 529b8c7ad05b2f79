import { REGION_BITS, type RegionMap } from '@/domain/reference/regions/decode-regions'

/** Latitude and longitude in degrees. */
export type Corner = [latitude: number, longitude: number]

/** Returns the rings around an area of several regions, to be filled by the even-odd rule. */
export function findRings(map: RegionMap, isInside: (region: number) => boolean): Corner[][] {
  const contains = (region = -1) => region >= 0 && isInside(region)
  const byEnd = new Map<string, Set<number>>()
  const borders = new Set<number>()
  for (let border = 0; border + 1 < map.starts.length; border++) {
    if (contains(map.sides[2 * border]) === contains(map.sides[2 * border + 1])) continue
    borders.add(border)
    for (const end of endsOf(map, border)) {
      const known = byEnd.get(end)
      if (known) known.add(border)
      else byEnd.set(end, new Set([border]))
    }
  }
  const rings: Corner[][] = []
  for (const first of borders) rings.push(followRing(map, first, { borders, byEnd }))
  return rings
}

/** Joins borders, beginning with one, until there is no other at their end. Removes them from the set. */
function followRing(
  map: RegionMap,
  first: number,
  { borders, byEnd }: { borders: Set<number>; byEnd: ReadonlyMap<string, ReadonlySet<number>> },
): Corner[] {
  const ring: Corner[] = []
  let [border, start]: [number | undefined, string] = [first, endsOf(map, first)[0]]
  while (border !== undefined) {
    borders.delete(border)
    const [from, to] = endsOf(map, border)
    const corners = cornersOf(map, border)
    ring.push(...(start === from ? corners : corners.reverse()))
    start = start === from ? to : from
    border = [...(byEnd.get(start) ?? [])].find((each) => borders.has(each))
  }
  return ring
}

/** Identifies the positions where a border begins and ends. */
function endsOf({ starts, x, y }: RegionMap, border: number): [from: string, to: string] {
  const [first, last] = [starts[border] ?? 0, (starts[border + 1] ?? 0) - 1]
  return [`${x[first]} ${y[first]}`, `${x[last]} ${y[last]}`]
}

function cornersOf({ starts, x, y }: RegionMap, border: number): Corner[] {
  const corners: Corner[] = []
  for (let i = starts[border] ?? 0; i < (starts[border + 1] ?? 0); i++)
    corners.push(toCorner(x[i] ?? 0, y[i] ?? 0))
  return corners
}

const WORLD = 2 ** REGION_BITS

const toCorner = (x: number, y: number): Corner => [
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / WORLD))) * 180) / Math.PI,
  (x / WORLD) * 360 - 180,
]

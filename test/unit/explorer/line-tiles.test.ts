import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { addStep, encodeLineTiles, MAX_STEP } from '@/domain/explorer/line-tiles'
import {
  addTile,
  countTiles,
  decodeBlocks,
  encodeBlocks,
  type TileBlocks,
} from '@/domain/explorer/tile-blocks'
import { numbersIn } from '../../support/explorer'
import { runs, SEED } from '../../support/properties'

/** A test of a property of random values. */
const property = <Value>(
  title: string,
  values: fc.Arbitrary<Value>,
  check: (value: Value) => void,
) => test(title, () => fc.assert(fc.property(values, check), { seed: SEED, ...runs(500) }))

const COLUMNS = 2 ** 17
/** Units of the Web Mercator square in a tile. */
const TILE = 2 ** 13

const tilesOf = (...points: [lat: number, lon: number][]): [x: number, y: number][] =>
  numbersIn(
    decodeBlocks(
      encodeLineTiles([
        {
          lat: Float64Array.from(points, ([lat]) => lat),
          lon: Float64Array.from(points, ([, lon]) => lon),
        },
      ]) ?? new Uint8Array(),
    ),
  ).map((number) => [number % COLUMNS, Math.floor(number / COLUMNS)])

/** The tile of a place by the formula of the OpenStreetMap wiki. */
function tileOf(lat: number, lon: number): [x: number, y: number] {
  const radians = (lat * Math.PI) / 180
  return [
    Math.floor(((lon + 180) / 360) * COLUMNS),
    Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * COLUMNS),
  ]
}

interface Point {
  x: number
  y: number
}

/** A share of a step as a numerator, and whether the step is only outside of a tile there. */
interface Limit {
  share: bigint
  isOpen: boolean
}

const compare = (one: Limit, other: Limit): number =>
  Number(one.share - other.share) || Number(one.isOpen) - Number(other.isOpen)

/** The shares of a step at which it enters and leaves a column or row, whose last edge is outside of it. */
function clip(start: number, end: number, low: number, whole: bigint): [Limit, Limit] | undefined {
  const high = low + TILE
  if (start === end)
    return start >= low && start < high
      ? [
          { share: 0n, isOpen: false },
          { share: whole, isOpen: false },
        ]
      : undefined
  const limitAt = (value: number): Limit => ({
    share: (BigInt(value - start) * whole) / BigInt(end - start),
    isOpen: value === high,
  })
  return end > start ? [limitAt(low), limitAt(high)] : [limitAt(high), limitAt(low)]
}

/** Whether a tile contains a point of a step, in exact arithmetic. */
function containsStep(column: number, row: number, from: Point, to: Point): boolean {
  // Shares are fractions of this number, so that all of them are integers.
  const whole = BigInt(Math.abs((to.x - from.x || 1) * (to.y - from.y || 1)))
  const clipped = [clip(from.x, to.x, column * TILE, whole), clip(from.y, to.y, row * TILE, whole)]
  const limits = clipped.flatMap((pair) => (pair ? [pair] : []))
  if (limits.length < 2) return false
  const entries = [...limits.map(([entry]) => entry), { share: 0n, isOpen: false }]
  const exits = [...limits.map(([, exit]) => exit), { share: whole, isOpen: false }]
  const entry = entries.reduce((last, each) => (compare(each, last) > 0 ? each : last))
  const exit = exits.reduce((first, each) =>
    each.share < first.share || (each.share === first.share && each.isOpen) ? each : first,
  )
  return entry.share < exit.share || (entry.share === exit.share && !entry.isOpen && !exit.isOpen)
}

const within = fc.integer({ min: 0, max: 4 * TILE })
/** Coordinates at edges and corners of tiles are as likely as all others. */
const coordinate = fc.oneof(
  within,
  fc.integer({ min: 0, max: 4 }).map((tile) => tile * TILE),
  fc.integer({ min: 0, max: 16 }).map((part) => (part * TILE) / 4),
)
const point = fc.record({ x: coordinate, y: coordinate })

property(
  'a step passes the tiles that contain a point of it',
  fc.tuple(point, point),
  ([from, to]) => {
    const blocks: TileBlocks = new Map()
    addStep(blocks, from, to)
    const expected: number[] = []
    for (let row = 0; row <= 5; row++)
      for (let column = 0; column <= 5; column++)
        if (containsStep(column, row, from, to)) expected.push(row * COLUMNS + column)
    expect(numbersIn(blocks)).toEqual(expected)
  },
)

property(
  'tiles are the same after encoding, and their number is right',
  fc.uniqueArray(fc.integer({ min: 0, max: COLUMNS ** 2 - 1 }), { maxLength: 300 }),
  (numbers) => {
    const blocks: TileBlocks = new Map()
    for (const number of numbers) addTile(blocks, number % COLUMNS, Math.floor(number / COLUMNS))
    const decoded = [...decodeBlocks(encodeBlocks(blocks))]
    expect(numbersIn(decoded)).toEqual(numbers.toSorted((a, b) => a - b))
    expect(decoded.reduce((sum, [, tiles]) => sum + countTiles(tiles), 0)).toBe(numbers.length)
  },
)

property(
  'points are in the tiles of web maps',
  fc.record({
    lat: fc.double({ min: -85, max: 85, noNaN: true }),
    lon: fc.double({ min: -180, max: 179.999, noNaN: true }),
  }),
  ({ lat, lon }) => {
    const [tile] = tilesOf([lat, lon])
    const [x, y] = tileOf(lat, lon)
    // Coordinates are rounded to 4 cm, so a point at an edge may be in either tile.
    expect(Math.abs((tile?.[0] ?? Number.NaN) - x)).toBeLessThanOrEqual(1)
    expect([tileOf(lat - 1e-6, lon)[1], tileOf(lat + 1e-6, lon)[1], y]).toContain(
      tile?.[1] as number,
    )
    expect([tileOf(lat, lon - 1e-6)[0], tileOf(lat, lon + 1e-6)[0], x]).toContain(
      tile?.[0] as number,
    )
  },
)

describe('encodeLineTiles', () => {
  test('counts tiles between two points of a line', () => {
    const tiles = tilesOf([48, 9], [48, 9.009])
    expect(tiles.map(([x]) => x)).toEqual([68812, 68813, 68814, 68815, 68816])
    expect(new Set(tiles.map(([, y]) => y)).size).toBe(1)
  })

  test('does not connect points that are more than a kilometre apart', () => {
    const degrees = MAX_STEP / 111_320
    expect(tilesOf([0.001, 9], [0.001, 9 + 0.99 * degrees]).length).toBeWithin(4, 6)
    expect(tilesOf([0.001, 9], [0.001, 9 + 1.01 * degrees])).toHaveLength(2)
    // The same difference of longitude is a shorter distance farther north.
    expect(tilesOf([60, 9], [60, 9 + 1.9 * degrees]).length).toBeGreaterThan(4)
  })

  test('does not connect points between which there was no GPS', () => {
    const missing = Array.from({ length: 12 }, (): [number, number] => [Number.NaN, Number.NaN])
    expect(tilesOf([48, 9], ...missing, [48, 9.009])).toHaveLength(2)
    expect(tilesOf([48, 9], ...missing.slice(0, 3), [48, 9.009])).toHaveLength(5)
  })

  test('does not connect segments', () => {
    const [one, other] = [9, 9.009].map((lon) => ({
      lat: Float64Array.of(48),
      lon: Float64Array.of(lon),
    }))
    const tiles = encodeLineTiles([one, other].flatMap((line) => line ?? []))
    expect(numbersIn(decodeBlocks(tiles ?? new Uint8Array()))).toHaveLength(2)
  })

  test('crosses the antimeridian by the shorter way', () => {
    const expected = [0, 1, COLUMNS - 2, COLUMNS - 1]
    const columns = (from: number, to: number) =>
      tilesOf([-16.8, from], [-16.8, to]).map(([x]) => x)
    expect(columns(179.996, -179.996)).toEqual(expected)
    expect(columns(-179.996, 179.996)).toEqual(expected)
    expect(columns(180, 180)).toEqual([0])
    expect(columns(-180, -180)).toEqual([0])
  })

  test('has no tiles near the poles, and no line to there', () => {
    expect(
      encodeLineTiles([{ lat: Float64Array.of(89, 90), lon: Float64Array.of(0, 90) }]),
    ).toBeUndefined()
    expect(tilesOf([85.0511, 0], [85.052, 0], [-90, 0])).toEqual([[COLUMNS / 2, 0]])
    expect(tilesOf([-85.05112, 0])).toEqual([[COLUMNS / 2, COLUMNS - 1]])
  })

  test('has no tiles for a line without positions', () => {
    expect(encodeLineTiles([])).toBeUndefined()
    expect(
      encodeLineTiles([{ lat: Float64Array.of(Number.NaN), lon: Float64Array.of(Number.NaN) }]),
    ).toBeUndefined()
  })
})

import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { findLargestCluster } from '@/domain/explorer/largest-cluster'
import { findLargestSquare } from '@/domain/explorer/largest-square'
import { findRuns, moveAntimeridian, type TileGrid } from '@/domain/explorer/tile-grid'
import { runs, SEED } from '../../support/properties'

/** A test of a property of random values. */
const property = <Value>(
  title: string,
  values: fc.Arbitrary<Value>,
  check: (value: Value) => void,
) => test(title, () => fc.assert(fc.property(values, check), { seed: SEED, ...runs(300) }))

const ZOOM = 4
const COLUMNS = 2 ** ZOOM

/** The grid of tiles with the numbers y * 2^zoom + x. */
function gridOf(numbers: Iterable<number>) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return {
    zoom: ZOOM,
    x: Int32Array.from(sorted, (number) => number % COLUMNS),
    y: Int32Array.from(sorted, (number) => Math.floor(number / COLUMNS)),
  }
}

const numbersOf = ({ x, y }: TileGrid): number[] =>
  Array.from(x, (column, i) => (y[i] ?? 0) * COLUMNS + column)

/** Tiles in a corner of a small world, where most of them have neighbours, or everywhere. */
const tiles = fc
  .tuple(
    fc.integer({ min: 0, max: 15 }),
    fc.integer({ min: 1, max: 16 }),
    fc.integer({ min: 1, max: 16 }),
    fc.integer({ min: 3, max: 10 }),
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 256, maxLength: 256 }),
  )
  .map(([left, width, height, density, dice]) => {
    const numbers = new Set<number>()
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        if ((dice[y * COLUMNS + x] ?? 0) < density)
          numbers.add(y * COLUMNS + ((left + x) % COLUMNS))
    return numbers
  })

/** Columns continue at the antimeridian, unless all of them were visited: then there is no beginning. */
function neighbourOf(numbers: ReadonlySet<number>) {
  const isRound = new Set([...numbers].map((number) => number % COLUMNS)).size === COLUMNS
  return (number: number, dx: number, dy: number): number => {
    const [x, y] = [(number % COLUMNS) + dx, Math.floor(number / COLUMNS) + dy]
    if (y < 0 || y >= COLUMNS || (isRound && (x < 0 || x >= COLUMNS))) return -1
    return y * COLUMNS + ((x + COLUMNS) % COLUMNS)
  }
}

property('the largest square is as large as the largest one of all', tiles, (numbers) => {
  const move = neighbourOf(numbers)
  const isVisited = (x: number, y: number, size: number) => {
    for (let dy = 0; dy < size; dy++)
      for (let dx = 0; dx < size; dx++)
        if (!numbers.has(move(y * COLUMNS + x, dx, dy))) return false
    return true
  }
  let largest = 0
  for (const number of numbers)
    while (isVisited(number % COLUMNS, Math.floor(number / COLUMNS), largest + 1)) largest += 1
  const found = findLargestSquare(gridOf(numbers))
  expect(found?.size ?? 0).toBe(largest)
  if (found) expect(isVisited(found.x, found.y, found.size)).toBe(true)
})

property('the largest cluster is as large as the largest one of all', tiles, (numbers) => {
  const move = neighbourOf(numbers)
  const sides = [...[[0, -1] as const, [0, 1] as const], ...[[-1, 0] as const, [1, 0] as const]]
  const isInner = (number: number) =>
    numbers.has(number) && sides.every(([dx, dy]) => numbers.has(move(number, dx, dy)))
  const clusterOf = (number: number, found = new Set<number>()): Set<number> => {
    if (found.has(number) || !isInner(number)) return found
    found.add(number)
    for (const [dx, dy] of sides) clusterOf(move(number, dx, dy), found)
    return found
  }
  const largest = Math.max(0, ...[...numbers].map((number) => clusterOf(number).size))
  const found = numbersOf(findLargestCluster(gridOf(numbers)))
  expect(found).toHaveLength(largest)
  const [first] = found
  if (first !== undefined) expect(found).toEqual([...clusterOf(first)].sort((a, b) => a - b))
})

property('runs contain exactly the tiles of a grid, and never touch', tiles, (numbers) => {
  const runs = [...findRuns(gridOf(numbers))]
  const contained = runs.flatMap(({ y, from, to }) =>
    Array.from({ length: to - from + 1 }, (_, i) => y * COLUMNS + from + i),
  )
  expect(contained).toEqual([...numbers].sort((a, b) => a - b))
  for (const { y, from } of runs)
    expect(numbers.has(y * COLUMNS + from - 1) && from > 0).toBe(false)
})

test('a square and a cluster may cross the antimeridian', () => {
  const numbers = new Set<number>()
  for (const x of [14, 15, 0, 1]) for (const y of [4, 5, 6, 7]) numbers.add(y * COLUMNS + x)
  const grid = gridOf(numbers)
  expect(findLargestSquare(grid)).toEqual({ x: 14, y: 4, size: 4 })
  expect(numbersOf(findLargestCluster(grid))).toEqual([5 * 16, 5 * 16 + 15, 6 * 16, 6 * 16 + 15])
  expect(moveAntimeridian(grid).shift).toBe(3)
})

test('of several squares or clusters of the same size, the first one counts', () => {
  const numbers = [1, 5].flatMap((left) =>
    [0, 1, 2].flatMap((y) => [0, 1, 2].map((x) => (y + 3) * COLUMNS + left + x)),
  )
  expect(findLargestSquare(gridOf(numbers))).toEqual({ x: 1, y: 3, size: 3 })
  expect(numbersOf(findLargestCluster(gridOf(numbers)))).toEqual([4 * COLUMNS + 2])
})

test('without tiles there is neither', () => {
  expect(findLargestSquare(gridOf([]))).toBeUndefined()
  expect(numbersOf(findLargestCluster(gridOf([])))).toEqual([])
})

/** The visited tiles of a zoom level as numbers y * 2^zoom + x, in ascending order. */
export interface TileGrid {
  zoom: number
  numbers: Float64Array
}

/** Indices of the four neighbours of each tile; -1 for tiles that are not in the grid. */
interface Neighbours {
  west: Int32Array
  north: Int32Array
  east: Int32Array
  south: Int32Array
}

/** Finds the neighbours of the tiles of a grid in one pass, without crossing the sides of the square. */
export function findNeighbours({ zoom, numbers }: TileGrid): Neighbours {
  const columns = 2 ** zoom
  const size = numbers.length
  const [west, north] = [new Int32Array(size).fill(-1), new Int32Array(size).fill(-1)]
  const [east, south] = [new Int32Array(size).fill(-1), new Int32Array(size).fill(-1)]
  let above = 0
  for (let i = 0; i < size; i++) {
    const number = numbers[i] ?? 0
    if (i > 0 && numbers[i - 1] === number - 1 && number % columns !== 0) {
      west[i] = i - 1
      east[i - 1] = i
    }
    while ((numbers[above] ?? 0) < number - columns) above += 1
    if (numbers[above] === number - columns) {
      north[i] = above
      south[above] = i
    }
  }
  return { west, north, east, south }
}

/**
 * Returns a grid in which tiles on both sides of the antimeridian are neighbours: its columns are moved so that an
 * empty one is the last. `shift` has to be added to the columns of results. A grid without an empty column, or without
 * tiles at the antimeridian, stays as it is.
 */
export function moveAntimeridian(grid: TileGrid): { grid: TileGrid; shift: number } {
  const columns = 2 ** grid.zoom
  const used = new Uint8Array(columns)
  for (const number of grid.numbers) used[number % columns] = 1
  const empty = used.indexOf(0)
  if (used[0] === 0 || used[columns - 1] === 0 || empty < 0) return { grid, shift: 0 }
  const shift = empty + 1
  return { grid: { zoom: grid.zoom, numbers: moveColumns(grid, -shift) }, shift }
}

/** Moves tiles to the east, across the antimeridian if necessary; returns their numbers in ascending order. */
export function moveColumns({ zoom, numbers }: TileGrid, shift: number): Float64Array {
  const columns = 2 ** zoom
  if (shift === 0) return numbers
  return numbers
    .map((number) => {
      const x = number % columns
      return number - x + ((x + shift + columns) % columns)
    })
    .sort()
}

/** Consecutive tiles of a row, from the column `from` to `to`, both inclusive. */
export interface TileRun {
  y: number
  from: number
  to: number
}

/** Returns the runs of tiles of a grid, from north to south and from west to east. */
export function* findRuns({ zoom, numbers }: TileGrid): Generator<TileRun> {
  const columns = 2 ** zoom
  for (let start = 0; start < numbers.length; ) {
    const first = numbers[start] ?? 0
    const x = first % columns
    let end = start + 1
    while (
      end < numbers.length &&
      numbers[end] === first + end - start &&
      x + end - start < columns
    )
      end += 1
    yield { y: (first - x) / columns, from: x, to: x + end - start - 1 }
    start = end
  }
}

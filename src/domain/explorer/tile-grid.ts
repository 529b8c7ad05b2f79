/**
 * Columns and rows of tiles of a zoom level, from north to south and from west to east. All columns of a zoom level are
 * a power of two, so that `&` computes the remainder.
 */
export interface TileGrid {
  zoom: number
  x: Int32Array
  y: Int32Array
}

/** Indices of the four neighbours of each tile; -1 for tiles that are not in the grid. */
interface Neighbours {
  west: Int32Array
  north: Int32Array
  east: Int32Array
  south: Int32Array
}

/** Finds the neighbours of the tiles of a grid in one pass, without crossing the sides of the square. */
export function findNeighbours({ x, y }: TileGrid): Neighbours {
  const size = x.length
  const [west, north] = [new Int32Array(size).fill(-1), new Int32Array(size).fill(-1)]
  const [east, south] = [new Int32Array(size).fill(-1), new Int32Array(size).fill(-1)]
  let above = 0
  for (let i = 0; i < size; i++) {
    const column = x[i] ?? 0
    const row = y[i] ?? 0
    if (i > 0 && y[i - 1] === row && x[i - 1] === column - 1) {
      west[i] = i - 1
      east[i - 1] = i
    }
    while ((y[above] ?? 0) < row - 1 || (y[above] === row - 1 && (x[above] ?? 0) < column))
      above += 1
    if (y[above] === row - 1 && x[above] === column) {
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
  for (const column of grid.x) used[column] = 1
  const empty = used.indexOf(0)
  if (used[0] === 0 || used[columns - 1] === 0 || empty < 0) return { grid, shift: 0 }
  const shift = empty + 1
  return { grid: moveColumns(grid, -shift), shift }
}

/** Moves tiles to the east, across the antimeridian if necessary. */
export function moveColumns({ zoom, x, y }: TileGrid, shift: number): TileGrid {
  const last = 2 ** zoom - 1
  const moved = new Int32Array(x.length)
  for (let start = 0, end = 0; start < x.length; start = end) {
    const row = y[start]
    // The first tile of the row after which columns begin again.
    let first = start
    for (end = start + 1; end < x.length && y[end] === row; end++)
      if ((((x[end] ?? 0) + shift) & last) < (((x[end - 1] ?? 0) + shift) & last)) first = end
    for (let i = start; i < end; i++) {
      const from = first + i - start
      moved[i] = ((x[from < end ? from : from - end + start] ?? 0) + shift) & last
    }
  }
  return { zoom, x: moved, y }
}

/** Consecutive tiles of a row, from the column `from` to `to`, both inclusive. */
export interface TileRun {
  y: number
  from: number
  to: number
}

/** Returns the runs of tiles of a grid, from north to south and from west to east. */
export function* findRuns({ x, y }: TileGrid): Generator<TileRun> {
  for (let start = 0, end = 0; start < x.length; start = end) {
    const [from = 0, row = 0] = [x[start], y[start]]
    end = start + 1
    while (end < x.length && y[end] === row && x[end] === from + end - start) end += 1
    yield { y: row, from, to: from + end - start - 1 }
  }
}

/** Returns the tiles of a grid for whose indices a function returns true. */
export function filterTiles(
  { zoom, x, y }: TileGrid,
  isIncluded: (index: number) => boolean,
): TileGrid {
  const [columns, rows] = [new Int32Array(x.length), new Int32Array(x.length)]
  let count = 0
  for (let i = 0; i < x.length; i++) {
    if (!isIncluded(i)) continue
    columns[count] = x[i] ?? 0
    rows[count] = y[i] ?? 0
    count += 1
  }
  return { zoom, x: columns.slice(0, count), y: rows.slice(0, count) }
}

/** A row of tiles, from the north: first and last columns of runs of consecutive tiles, both inclusive, in order. */
export interface TileRow {
  y: number
  runs: readonly (readonly [from: number, to: number])[]
}

/** Tiles of a zoom level, at which the world has 2^zoom columns and rows. Rows are in ascending order. */
export interface TileRows {
  zoom: number
  rows: readonly TileRow[]
}

/** A straight line between two corners of tiles. */
export type TileEdge = readonly [x0: number, y0: number, x1: number, y1: number]

/** The edges of the tiles of a row with others, from the north. */
export interface EdgeRow {
  y: number
  edges: readonly TileEdge[]
}

const VERSION = 1

/** Decodes visited tiles, in the format that the API document describes. */
export function decodeTiles(bytes: Uint8Array): TileRows {
  const state = { offset: 0 }
  const read = (): number => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[state.offset++] ?? 0
      if (byte < 128) return value + byte * factor
      value += (byte - 128) * factor
    }
  }
  const [version, zoom] = [read(), read()]
  if (version !== VERSION) throw new Error(`unknown version ${version}`)
  // The number of tiles, which the summary has too.
  read()
  const rows: TileRow[] = []
  let y = 0
  for (let count = read(); count > 0; count--) {
    y += read()
    const runs: [from: number, to: number][] = []
    let next = 0
    for (let left = read(); left > 0; left--) {
      const from = next + read()
      const to = from + read()
      runs.push([from, to])
      next = to + 1
    }
    rows.push({ y, runs })
  }
  return { zoom, rows }
}

/** Groups runs, which are ordered by row and column, by row. */
export function toRows(zoom: number, runs: readonly (readonly number[])[]): TileRows {
  const rows = Map.groupBy(runs, ([y = 0]) => y)
  return {
    zoom,
    rows: [...rows].map(([y, ofRow]) => ({
      y,
      runs: ofRow.map(([, from = 0, to = 0]) => [from, to] as const),
    })),
  }
}

/** Returns the tiles of a square; columns beyond the antimeridian stay beyond the last one. */
export const squareRows = (
  zoom: number,
  { x, y, size }: { x: number; y: number; size: number },
): TileRows => ({
  zoom,
  rows: Array.from({ length: size }, (_, row) => ({ y: y + row, runs: [[x, x + size - 1]] })),
})

/** Returns the edges between tiles of a set and other tiles, row by row. */
export const findEdges = ({ rows }: TileRows): EdgeRow[] =>
  rows.map(({ y, runs }, index) => {
    const [above, below] = [rows[index - 1], rows[index + 1]]
    const edges: TileEdge[] = []
    for (const [from, to] of runs) {
      edges.push([from, y, from, y + 1], [to + 1, y, to + 1, y + 1])
      const north = above?.y === y - 1 ? above.runs : []
      const south = below?.y === y + 1 ? below.runs : []
      for (const [start, end] of subtract([from, to], north)) edges.push([start, y, end + 1, y])
      for (const [start, end] of subtract([from, to], south))
        edges.push([start, y + 1, end + 1, y + 1])
    }
    return { y, edges }
  })

/** Returns the parts of a run in columns that are in none of the other runs. */
function subtract(
  [from, to]: readonly [number, number],
  others: TileRow['runs'],
): [from: number, to: number][] {
  const parts: [number, number][] = []
  let next = from
  for (const [start, end] of others) {
    if (end < next || start > to) continue
    if (start > next) parts.push([next, start - 1])
    next = end + 1
  }
  if (next <= to) parts.push([next, to])
  return parts
}

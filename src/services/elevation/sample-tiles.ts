import type { Line } from '@/domain/tracks/geometry/placed-line'
import { roundHalfAway } from '@/lib/text/decimal'
import { columnAt, rowAt, type Tile, TileError } from './tile'
import type { TileFolder } from './tile-folder'

/** Number of samples around a point. */
const CORNERS = 4
/** Minimum share of the weight of these samples that must be known. The others may be void or outside all tiles. */
const ENOUGH = 0.5

/**
 * Looks up the elevations in metres of all points of a line in the tiles of a folder, rounded to a decimetre; NaN where
 * unknown. Uses bilinear interpolation, also across the edges of tiles. If several tiles cover a point, the finest that
 * is not void there is used. A tile that cannot be read counts as void.
 */
export async function sampleTiles(line: Line, folder: TileFolder): Promise<Float64Array> {
  const elevations = new Float64Array(line.lat.length).fill(Number.NaN)
  const tiles = await folder.findTiles(line)
  for (const tile of tiles) {
    const surroundings = locate(line, { tile, tiles, elevations })
    if (surroundings.points.length > 0) await interpolate(surroundings, elevations)
  }
  return elevations
}

/** A sample of another tile next to a point. */
interface Foreign {
  slot: number
  sample: number
}

/** Points with the samples around them: `CORNERS` slots for each point. */
interface Surroundings {
  tile: Tile
  /** Index of each point in the line. */
  points: number[]
  weights: Float64Array
  /** Sample numbers in the tile, or -1 for a sample outside it. */
  samples: Int32Array
  foreign: Map<Tile, Foreign[]>
}

/** Finds the samples around the points that have no elevation yet and that the tile covers. */
function locate(
  { lat, lon }: Line,
  { tile, tiles, elevations }: { tile: Tile; tiles: readonly Tile[]; elevations: Float64Array },
): Surroundings {
  const places: { point: number; row: number; column: number }[] = []
  elevations.forEach((known, point) => {
    if (!Number.isNaN(known)) return
    const row = rowAt(tile.grid, lat[point] ?? Number.NaN)
    const column = columnAt(tile.grid, lon[point] ?? Number.NaN)
    if (row !== undefined && column !== undefined) places.push({ point, row, column })
  })
  const found: Surroundings = {
    tile,
    points: places.map(({ point }) => point),
    weights: new Float64Array(places.length * CORNERS),
    samples: new Int32Array(places.length * CORNERS).fill(-1),
    foreign: new Map(),
  }
  places.forEach(({ row, column }, index) => {
    for (let corner = 0; corner < CORNERS; corner++) {
      const slot = index * CORNERS + corner
      const y = Math.floor(row) + (corner >> 1)
      const x = Math.floor(column) + (corner & 1)
      const weight = (1 - Math.abs(row - y)) * (1 - Math.abs(column - x))
      found.weights[slot] = weight
      if (weight > 0) place(found, { slot, x, y }, tiles)
    }
  })
  return found
}

/** Stores the number of the sample in a column and row, which may be part of an adjacent tile of similar resolution. */
function place(
  { tile, samples, foreign }: Surroundings,
  { slot, x, y }: { slot: number; x: number; y: number },
  tiles: readonly Tile[],
): void {
  const { grid } = tile
  if (x >= 0 && y >= 0 && x < grid.width && y < grid.height) {
    samples[slot] = y * grid.width + x
    return
  }
  const [lat, lon] = [grid.north - y * grid.stepSouth, grid.west + x * grid.stepEast]
  for (const other of tiles) {
    if (other === tile || !isSimilar(other, tile)) continue
    const row = rowAt(other.grid, lat)
    const column = columnAt(other.grid, lon)
    if (row === undefined || column === undefined) continue
    const sample =
      within(row, other.grid.height) * other.grid.width + within(column, other.grid.width)
    const theirs = foreign.get(other)
    if (theirs) theirs.push({ slot, sample })
    else foreign.set(other, [{ slot, sample }])
    return
  }
}

/** Coarser samples are not combined with finer ones. */
const isSimilar = (one: Tile, other: Tile): boolean =>
  one.grid.stepSouth < 1.5 * other.grid.stepSouth && one.grid.stepEast < 2.1 * other.grid.stepEast

const within = (index: number, length: number) =>
  Math.min(Math.max(Math.round(index), 0), length - 1)

/** Interpolates the elevations of points. */
async function interpolate(found: Surroundings, elevations: Float64Array): Promise<void> {
  const { tile, points, weights, samples, foreign } = found
  const values = await readSamples(tile, samples)
  for (const [other, indexes] of foreign) {
    const theirs = await readSamples(
      other,
      indexes.map(({ sample }) => sample),
    )
    indexes.forEach(({ slot }, index) => {
      values[slot] = theirs[index] ?? Number.NaN
    })
  }
  points.forEach((point, index) => {
    let [sum, known] = [0, 0]
    for (let slot = index * CORNERS; slot < (index + 1) * CORNERS; slot++) {
      const [value = Number.NaN, weight = 0] = [values[slot], weights[slot]]
      if (Number.isNaN(value)) continue
      sum += value * weight
      known += weight
    }
    if (known >= ENOUGH) elevations[point] = roundHalfAway(sum / known, 1)
  })
}

/**
 * Reads samples, which may be unordered and repeated. Returns NaN for -1, and for all samples if the tile cannot be
 * read.
 */
async function readSamples(tile: Tile, indexes: ArrayLike<number>): Promise<Float64Array> {
  const values = new Float64Array(indexes.length).fill(Number.NaN)
  const sorted = Int32Array.from(indexes).sort()
  const distinct = sorted.filter((sample, i) => sample >= 0 && sample !== sorted[i - 1])
  if (distinct.length === 0) return values
  const read = await tile.read(distinct).catch((error) => {
    if (error instanceof TileError) return undefined
    throw error
  })
  if (!read) return values
  return values.map((_, i) => read[indexOf(distinct, indexes[i] ?? -1)] ?? Number.NaN)
}

/** Binary search for a number in ascending numbers. Returns -1 if it is not found. */
function indexOf(rising: Int32Array, indexes: number): number {
  let [low, high] = [0, rising.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const value = rising[middle] ?? 0
    if (value === indexes) return middle
    if (value < indexes) low = middle + 1
    else high = middle - 1
  }
  return -1
}

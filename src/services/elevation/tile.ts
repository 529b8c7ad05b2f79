/** Positions of the samples of a tile, which are along meridians and parallels; all in degrees. */
export interface Grid {
  /** The centre of the first sample, in the north-west. */
  west: number
  north: number
  /** Distance between two samples, to the east and to the south. */
  stepEast: number
  stepSouth: number
  width: number
  height: number
}

/** A file with the elevations of an area. */
export interface Tile {
  path: string
  grid: Grid
  /**
   * Reads the elevations in metres of some samples; NaN where there is none. Samples are numbered row by row from the
   * north-west and passed in ascending order. Reads only the required parts of the file.
   *
   * @throws TileError when the file cannot be read.
   */
  read: (samples: Int32Array) => Promise<Float64Array>
}

/** A tile cannot be used. The message contains the reason. */
export class TileError extends Error {
  override name = 'TileError'
}

export const cutOff = () => new TileError('is cut off')

/** Converts all errors while reading a file to a TileError. @throws TileError */
export async function orTileError<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof TileError) throw error
    throw new TileError(`cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

/** Maximum number of samples in a tile: sample numbers must fit into 32 bits. */
export const MAX_SAMPLES = 2 ** 31 - 1
/** Metres. Samples outside this range are markers for a void, as the ground on Earth is always within it. */
const [MIN, MAX] = [-11_000, 9_000]

/** Returns the elevation, or NaN if it is a marker for a void. */
export const validElevation = (metres: number): number =>
  metres > MIN && metres < MAX ? metres : Number.NaN

/** Share of a step by which a tile extends beyond its outermost samples. */
const MARGIN = 0.5

/** The fractional row of a latitude; undefined outside the grid. */
export function rowAt({ north, stepSouth, height }: Grid, lat: number): number | undefined {
  const row = (north - lat) / stepSouth
  return row >= -MARGIN && row <= height - 1 + MARGIN ? row : undefined
}

/**
 * The fractional column of a longitude, which may be given in either direction around the Earth; undefined outside the
 * grid.
 */
export function columnAt({ west, stepEast, width }: Grid, lon: number): number | undefined {
  for (const turn of [0, 360, -360]) {
    const column = (lon + turn - west) / stepEast
    if (column >= -MARGIN && column <= width - 1 + MARGIN) return column
  }
  return undefined
}

/** An area of the Earth's surface, in degrees. */
export interface Box {
  south: number
  west: number
  north: number
  east: number
}

/** The area that a grid covers. */
export const boxOf = ({ west, north, stepEast, stepSouth, width, height }: Grid): Box => ({
  south: north - (height - 1 + MARGIN) * stepSouth,
  west: west - MARGIN * stepEast,
  north: north + MARGIN * stepSouth,
  east: west + (width - 1 + MARGIN) * stepEast,
})

/** Where the samples of a tile are, which lie along meridians and parallels; all in degrees. */
export interface Grid {
  /** The centre of the first sample, in the north-west. */
  west: number
  north: number
  /** From one sample to the next to the east, and to the south. */
  stepEast: number
  stepSouth: number
  width: number
  height: number
}

/** A file with the elevations of a part of the Earth. */
export interface Tile {
  path: string
  grid: Grid
  /**
   * The elevations in metres of some samples, NaN where there is none; samples are counted row by row from the
   * north-west, and given in rising order. Reads no more of the file than it needs.
   *
   * @throws TileError when the file cannot be read.
   */
  read: (samples: Int32Array) => Promise<Float64Array>
}

/** A tile cannot be used; the message says why. */
export class TileError extends Error {
  override name = 'TileError'
}

export const cutOff = () => new TileError('is cut off')

/** What a file gives; whatever goes wrong with it is a fault of the tile. @throws TileError */
export async function orTileError<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof TileError) throw error
    throw new TileError(`cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

/** Samples of the largest tile: their numbers have to fit into 32 bits. */
export const MOST_SAMPLES = 2 ** 31 - 1
/** Metres that no ground on Earth is below or above: such samples are marks for a void. */
const [LOWEST, HIGHEST] = [-11_000, 9_000]

/** The elevation itself, or NaN for what marks a void. */
export const validElevation = (metres: number): number =>
  metres > LOWEST && metres < HIGHEST ? metres : Number.NaN

/** Beyond its outermost samples a tile speaks for half a step. */
const MARGIN = 0.5

/** The row of a latitude, with its fraction; undefined where the grid is not. */
export function rowAt({ north, stepSouth, height }: Grid, lat: number): number | undefined {
  const row = (north - lat) / stepSouth
  return row >= -MARGIN && row <= height - 1 + MARGIN ? row : undefined
}

/** The column of a longitude, which may be written in two ways; undefined where the grid is not. */
export function columnAt({ west, stepEast, width }: Grid, lon: number): number | undefined {
  for (const turn of [0, 360, -360]) {
    const column = (lon + turn - west) / stepEast
    if (column >= -MARGIN && column <= width - 1 + MARGIN) return column
  }
  return undefined
}

/** Part of the surface of the Earth in degrees. */
export interface Box {
  south: number
  west: number
  north: number
  east: number
}

/** What a grid speaks for. */
export const boxOf = ({ west, north, stepEast, stepSouth, width, height }: Grid): Box => ({
  south: north - (height - 1 + MARGIN) * stepSouth,
  west: west - MARGIN * stepEast,
  north: north + MARGIN * stepSouth,
  east: west + (width - 1 + MARGIN) * stepEast,
})

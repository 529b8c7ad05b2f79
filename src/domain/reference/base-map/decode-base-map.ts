import { NumberReader } from './number-reader'

/**
 * The coarse map of the world: coastlines, lakes, borders and places. Coordinates are those of Web Mercator, as units of
 * which the square map has 2^`BASE_MAP_BITS`, with y to the south.
 */
export interface BaseMap {
  /** Polygons; holes are rings inside of others. */
  land: Shapes
  lakes: Shapes
  borders: Shapes
  /** Borders that are disputed, or not defined. */
  disputedBorders: Shapes
  /** Sorted by `zoom`. */
  places: readonly Place[]
}

/** Lines, or rings whose last point is joined to the first. Line `i` has the points from `starts[i]` to `starts[i + 1]`. */
export interface Shapes {
  x: Int32Array
  y: Int32Array
  starts: Int32Array
  /** Left, top, right and bottom of each line. */
  boxes: Int32Array
}

export interface Place {
  name: string
  x: number
  y: number
  /** The first zoom level (of tiles of 256 pixels) at which it is shown. */
  zoom: number
}

export const BASE_MAP_BITS = 16

/** Decodes the file that `bun run base-map` writes, after it has been decompressed. */
export function decodeBaseMap(bytes: Uint8Array): BaseMap {
  const reader = new Reader(bytes)
  return {
    land: reader.shapes(),
    lakes: reader.shapes(),
    borders: reader.shapes(),
    disputedBorders: reader.shapes(),
    places: reader.places(),
  }
}

class Reader extends NumberReader {
  shapes(): Shapes {
    const count = this.number()
    const starts = new Int32Array(count + 1)
    const boxes = new Int32Array(4 * count)
    const [xs, ys]: [number[], number[]] = [[], []]
    let [x, y] = [0, 0]
    for (let line = 0; line < count; line++) {
      let [left, top, right, bottom] = [2 ** BASE_MAP_BITS, 2 ** BASE_MAP_BITS, 0, 0]
      for (let rest = this.number(); rest > 0; rest--) {
        x += this.signed()
        y += this.signed()
        xs.push(x)
        ys.push(y)
        if (x < left) left = x
        if (x > right) right = x
        if (y < top) top = y
        if (y > bottom) bottom = y
      }
      starts[line + 1] = xs.length
      boxes.set([left, top, right, bottom], 4 * line)
    }
    return { x: Int32Array.from(xs), y: Int32Array.from(ys), starts, boxes }
  }

  places(): Place[] {
    const { x, y } = this.shapes()
    return Array.from(x, (left, index) => ({
      ...{ x: left, y: y[index] ?? 0, zoom: this.number(), name: this.text() },
    }))
  }
}

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
  /** The same of every `BLOCK_POINTS` points, which may belong to several lines, to skip most points of long lines. */
  blocks: Int32Array
}

export const BLOCK_POINTS = 32

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
  const steps = decodeInSteps(bytes)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Decodes the file in steps of well under a millisecond, so that a page can respond in between. */
export function* decodeInSteps(bytes: Uint8Array): Generator<undefined, BaseMap> {
  const reader = new Reader(bytes)
  return {
    land: yield* reader.shapes(),
    lakes: yield* reader.shapes(),
    borders: yield* reader.shapes(),
    disputedBorders: yield* reader.shapes(),
    places: yield* reader.places(),
  }
}

/** Points or places that are decoded in one step. */
const STEP = 2048

class Reader extends NumberReader {
  *shapes(): Generator<undefined, Shapes> {
    const count = this.number()
    const starts = new Int32Array(count + 1)
    const boxes = new Boxes(count)
    // A point takes at least two bytes.
    const capacity = this.remaining >> 1
    const blocks = new Boxes(Math.ceil(capacity / BLOCK_POINTS))
    const [xs, ys] = [new Int32Array(capacity), new Int32Array(capacity)]
    let [x, y, points] = [0, 0, 0]
    for (let line = 0; line < count; line++) {
      for (let rest = this.number(); rest > 0; rest--) {
        x += this.signed()
        y += this.signed()
        xs[points] = x
        ys[points] = y
        boxes.include(line, x, y)
        blocks.include(Math.floor(points / BLOCK_POINTS), x, y)
        points += 1
        if (points % STEP === 0) yield
      }
      starts[line + 1] = points
    }
    return {
      ...{ x: xs.slice(0, points), y: ys.slice(0, points), starts, boxes: boxes.edges },
      blocks: blocks.edges.slice(0, 4 * Math.ceil(points / BLOCK_POINTS)),
    }
  }

  *places(): Generator<undefined, Place[]> {
    const { x, y } = yield* this.shapes()
    const places: Place[] = []
    for (let index = 0; index < x.length; index++) {
      const [zoom, name] = [this.number(), this.text()]
      places.push({ x: x[index] ?? 0, y: y[index] ?? 0, zoom, name })
      if (places.length % STEP === 0) yield
    }
    return places
  }
}

/** Boxes around points that become known one by one. */
class Boxes {
  /** Left, top, right and bottom of each box. */
  readonly edges: Int32Array

  constructor(count: number) {
    this.edges = new Int32Array(4 * count)
    for (let at = 0; at < this.edges.length; at += 4) {
      this.edges[at] = 2 ** BASE_MAP_BITS
      this.edges[at + 1] = 2 ** BASE_MAP_BITS
    }
  }

  include(box: number, x: number, y: number): void {
    const { edges } = this
    const at = 4 * box
    if (x < (edges[at] ?? 0)) edges[at] = x
    if (y < (edges[at + 1] ?? 0)) edges[at + 1] = y
    if (x > (edges[at + 2] ?? 0)) edges[at + 2] = x
    if (y > (edges[at + 3] ?? 0)) edges[at + 3] = y
  }
}

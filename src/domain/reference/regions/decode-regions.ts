import { NumberReader } from '@/domain/reference/base-map/number-reader'

/** The first-level subdivision of a country, such as a state. */
export interface Region {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** Its local or English name; empty if the country is not divided. */
  readonly name: string
}

/**
 * The regions of the world and their borders. Coordinates are those of Web Mercator, as units of which the square map
 * has 2^`REGION_BITS`, with y to the south.
 */
export interface RegionMap {
  readonly regions: readonly Region[]
  /** Border `i` has the points from `starts[i]` to `starts[i + 1]`. */
  readonly starts: Int32Array
  readonly x: Int32Array
  readonly y: Int32Array
  /** The numbers of the two regions of each border, one after the other; -1 for none. */
  readonly sides: Int16Array
}

/** The corners of explorer tiles of zoom 17 have whole coordinates. */
export const REGION_BITS = 17
/** Coordinates are stored as multiples of this many units: 600 m at the equator. */
export const STORED_UNIT = 2

/** Decodes the file that `bun run regions` writes, after it has been decompressed. */
export function decodeRegions(bytes: Uint8Array): RegionMap {
  const reader = new NumberReader(bytes)
  const regions = Array.from({ length: reader.number() }, () => ({
    country: reader.text(),
    name: reader.text(),
  }))
  const count = reader.number()
  const sides = Int16Array.from({ length: 2 * count }, () => reader.number() - 1)
  const starts = new Int32Array(count + 1)
  for (let i = 0; i < count; i++) starts[i + 1] = (starts[i] ?? 0) + reader.number()
  const readColumn = () => {
    const column = new Int32Array(starts[count] ?? 0)
    let value = 0
    for (let i = 0; i < column.length; i++) {
      value += reader.signed()
      column[i] = value * STORED_UNIT
    }
    return column
  }
  return { regions, starts, sides, x: readColumn(), y: readColumn() }
}

import type { Tile } from '@/services/maps/map-view'

/** A square part of a tile: its upper left corner and its size, as shares of the tile. */
export interface PartOfTile {
  tile: Tile
  left: number
  top: number
  share: number
}

/** Returns the part of a tile of at most `maxZoom` that covers the same area as a tile. */
export function overzoom({ z, x, y }: Tile, maxZoom: number): PartOfTile {
  const levels = Math.max(0, z - maxZoom)
  const count = 2 ** levels
  const [column, row] = [Math.floor(x / count), Math.floor(y / count)]
  return {
    tile: { z: z - levels, x: column, y: row },
    left: x / count - column,
    top: y / count - row,
    share: 1 / count,
  }
}

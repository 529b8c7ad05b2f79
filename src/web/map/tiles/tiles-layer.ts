import { type Coords, GridLayer, type Map as LeafletMap } from 'leaflet'
import { type Colors, type DrawnTiles, drawTiles } from './draw-tiles'

/** Name of the map pane of visited tiles, below the lines of workouts. */
const PANE = 'visited-tiles'
/** More physical pixels cost more time than anyone can see. */
const MAX_RATIO = 2

/**
 * Draws visited tiles on the canvases of a grid layer, each when it comes into view, so that the cost of moving the map
 * does not depend on the number of tiles.
 */
export class TilesLayer extends GridLayer {
  readonly #tiles: DrawnTiles
  readonly #colors: Colors

  constructor(map: LeafletMap, tiles: DrawnTiles) {
    const pane = map.getPane(PANE) ?? map.createPane(PANE)
    pane.style.zIndex = '340'
    pane.style.pointerEvents = 'none'
    super({ pane: PANE, className: 'mp-visited' })
    this.#tiles = tiles
    this.#colors = readColors(map.getContainer())
  }

  protected override createTile({ x, y, z }: Coords): HTMLElement {
    const canvas = document.createElement('canvas')
    const pixels = this.getTileSize().x
    const ratio = Math.min(devicePixelRatio, MAX_RATIO)
    canvas.width = pixels * ratio
    canvas.height = pixels * ratio
    const context = canvas.getContext('2d')
    if (!context) return canvas
    context.scale(ratio, ratio)
    const scale = pixels * 2 ** (z - this.#tiles.visited.zoom)
    const view = { left: (x * pixels) / scale, top: (y * pixels) / scale, scale, pixels }
    drawTiles(context, this.#tiles, { view, colors: this.#colors })
    return canvas
  }
}

function readColors(element: HTMLElement): Colors {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(name).trim()
  return {
    visited: read('--mp-tile-visited'),
    cluster: read('--mp-tile-cluster'),
    square: read('--mp-tile-square'),
  }
}

import { DomUtil, Layer, type Map as LeafletMap, point } from 'leaflet'
import { chooseLabels, type PlacedLabel } from '@/domain/reference/vector-map/choose-labels'
import { VECTOR_TILE_SIZE } from '@/domain/reference/vector-map/decode-vector-tile'
import { LABELS, type MapColours } from '@/domain/reference/vector-map/map-style'
import type { SceneLabel } from '@/domain/reference/vector-map/vector-scene'
import { createMapCanvas, getLabelFont, getMapColours } from './canvas'

/** A tile with labels: its place on the map, and the part of the stored tile that it shows. */
export interface LabelledTile {
  z: number
  x: number
  y: number
  scale: number
  /** Pixels of the stored tile to the left of this part, and above it. */
  left: number
  top: number
  labels: readonly SceneLabel[]
}

/** Name of the map pane, which is above the tiles and below everything else. */
const PANE = 'labels'
/** Share of the view by which labels are drawn beyond it, so that they are there when the map is dragged. */
const MARGIN = 0.25

/** The labels of all visible tiles on one canvas, so that they cross the edges of tiles and do not overlap. */
export class LabelLayer extends Layer {
  #tiles: readonly LabelledTile[] = []
  #canvas: HTMLCanvasElement | undefined
  #request = 0

  /** Shows the labels of these tiles instead of the previous ones. */
  show(tiles: Iterable<LabelledTile>): void {
    this.#tiles = [...tiles]
    this.#redraw()
  }

  override onAdd(map: LeafletMap): this {
    if (!map.getPane(PANE)) {
      const pane = map.createPane(PANE)
      pane.style.zIndex = '250'
      pane.style.pointerEvents = 'none'
    }
    return this
  }

  override onRemove(): this {
    cancelAnimationFrame(this.#request)
    this.#canvas?.remove()
    return this
  }

  override getEvents() {
    return {
      moveend: () => this.#redraw(),
      // Labels keep their size, so that they are hidden while the map is scaled.
      zoomstart: () => this.#canvas?.remove(),
    }
  }

  /** Draws once for all tiles that arrive before the next frame. */
  #redraw(): void {
    cancelAnimationFrame(this.#request)
    this.#request = requestAnimationFrame(() => this.#draw())
  }

  #draw(): void {
    const map: LeafletMap | undefined = this._map
    if (!map) return
    const size = map.getSize()
    const [x, y] = [Math.round(size.x * MARGIN), Math.round(size.y * MARGIN)]
    const { canvas, context } = createMapCanvas(size.x + 2 * x, size.y + 2 * y)
    if (!context) return
    canvas.style.width = `${size.x + 2 * x}px`
    canvas.style.height = `${size.y + 2 * y}px`
    const corner = map.getPixelBounds().min ?? point(0, 0)
    drawLabels(context, this.#choose(corner.x - x, corner.y - y, map.getZoom()))
    DomUtil.setPosition(canvas, map.containerPointToLayerPoint([-x, -y]))
    canvas.className = 'mp-labels'
    this.#canvas?.remove()
    map.getPane(PANE)?.append(canvas)
    this.#canvas = canvas
  }

  #choose(left: number, top: number, zoom: number): PlacedLabel[] {
    const labels = this.#tiles
      .filter(({ z }) => z === zoom)
      .flatMap((tile) =>
        tile.labels.flatMap((label) => {
          const x = (label.x - tile.left) * tile.scale
          const y = (label.y - tile.top) * tile.scale
          const isHere = x >= 0 && y >= 0 && x < VECTOR_TILE_SIZE && y < VECTOR_TILE_SIZE
          if (!isHere) return []
          const [column, row] = [tile.x * VECTOR_TILE_SIZE, tile.y * VECTOR_TILE_SIZE]
          return [{ ...label, scale: tile.scale, x: x + column - left, y: y + row - top }]
        }),
      )
    return chooseLabels(labels, zoom, measureText)
  }
}

let measuring: CanvasRenderingContext2D | null | undefined

function measureText(text: string, size: number): number {
  measuring ??= document.createElement('canvas').getContext('2d')
  if (!measuring) return 0
  measuring.font = getLabelFont(size)
  return measuring.measureText(text).width
}

function drawLabels(context: CanvasRenderingContext2D, labels: readonly PlacedLabel[]): void {
  const colours = getMapColours()
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = 3
  context.strokeStyle = colours.land
  for (const { text, kind, x, y, along } of labels) {
    context.save()
    context.translate(x, y)
    context.rotate(along?.angle ?? 0)
    context.font = getLabelFont(LABELS[kind].size)
    context.fillStyle = colourOf(kind, colours)
    context.strokeText(text, 0, 0)
    context.fillText(text, 0, 0)
    context.restore()
  }
}

const colourOf = (kind: PlacedLabel['kind'], { label, waterLabel }: MapColours): string =>
  kind === 'water' ? waterLabel : label

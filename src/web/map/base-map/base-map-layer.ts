import { type Coords, type DoneCallback, GridLayer, type Map as LeafletMap } from 'leaflet'
import { type CutBaseMap, cutBaseMap } from '@/domain/reference/base-map/cut-base-map'
import type { BaseMap } from '@/domain/reference/base-map/decode-base-map'
import type { MapColours } from '@/domain/reference/vector-map/map-style'
import { createMapCanvas, createPath, getLabelFont, getMapColours, onSchemeChange } from './canvas'
import { loadBaseMap, runInSlices } from './load-base-map'
import { MAX_ZOOM } from './map-source'

/** Name of the map pane, which is below that of the tiles. */
const PANE = 'base'
const TILE_SIZE = 256
const ATTRIBUTION = '<a href="https://www.naturalearthdata.com">Natural Earth</a>'
/** Dashes of disputed borders, in pixels. */
const DASHES = [5, 4]
const LABEL_SIZE = 12
/** Radius of the dot at a place, and distance of its label. */
const DOT = { radius: 2, gap: 5 }

/**
 * Shows the coarse map of the world below everything else. If it cannot be loaded, the map has a plain background.
 */
export async function addBaseMap(map: LeafletMap): Promise<void> {
  let isRemoved = false
  map.on('unload', () => {
    isRemoved = true
  })
  const content = await loadBaseMap().catch(() => undefined)
  if (!content || isRemoved) return
  if (!map.getPane(PANE)) map.createPane(PANE).style.zIndex = '150'
  new BaseMapLayer(content).addTo(map)
}

/**
 * Draws the base map on canvases, one after another so that the page stays responsive, and again when the colour scheme
 * changes.
 */
class BaseMapLayer extends GridLayer {
  readonly #content: BaseMap
  readonly #waiting: (() => void)[] = []
  #stop: (() => void) | undefined

  constructor(content: BaseMap) {
    super({
      ...{ pane: PANE, attribution: ATTRIBUTION, className: 'mp-base' },
      ...{ tileSize: TILE_SIZE, maxZoom: MAX_ZOOM },
    })
    this.#content = content
  }

  override onAdd(map: LeafletMap): this {
    this.#stop = onSchemeChange(() => this.redraw())
    return super.onAdd(map)
  }

  override onRemove(map: LeafletMap): this {
    this.#stop?.()
    return super.onRemove(map)
  }

  protected override createTile({ x, y, z }: Coords, done: DoneCallback): HTMLElement {
    const { canvas, context } = createMapCanvas(TILE_SIZE, TILE_SIZE)
    const part = { left: x / 2 ** z, top: y / 2 ** z, zoom: z, width: TILE_SIZE, height: TILE_SIZE }
    this.#waiting.push(() => {
      // The map may have been zoomed or closed meanwhile.
      if (context && canvas.isConnected) drawBaseMap(context, cutBaseMap(this.#content, part))
      done(undefined, canvas)
    })
    // Leaflet creates all tiles of a view at once, and inserts them afterwards.
    if (this.#waiting.length === 1) setTimeout(() => void runInSlices(this.#drawWaiting()))
    return canvas
  }

  *#drawWaiting(): Generator<undefined, void> {
    for (let draw = this.#waiting[0]; draw; draw = this.#waiting[0]) {
      draw()
      this.#waiting.shift()
      yield
    }
  }
}

function drawBaseMap(context: CanvasRenderingContext2D, cut: CutBaseMap): void {
  const colours = getMapColours()
  context.fillStyle = colours.water
  context.fillRect(0, 0, TILE_SIZE, TILE_SIZE)
  context.fillStyle = colours.land
  context.fill(createPath(cut.land), 'evenodd')
  context.fillStyle = colours.water
  context.fill(createPath(cut.lakes), 'evenodd')
  context.strokeStyle = colours.border
  context.lineWidth = 1.25
  context.lineJoin = 'round'
  context.stroke(createPath(cut.borders))
  context.setLineDash(DASHES)
  context.stroke(createPath(cut.disputedBorders))
  context.setLineDash([])
  drawLabels(context, cut.labels, colours)
}

function drawLabels(
  context: CanvasRenderingContext2D,
  labels: CutBaseMap['labels'],
  { land, label }: MapColours,
): void {
  context.font = getLabelFont(LABEL_SIZE)
  context.textBaseline = 'middle'
  context.fillStyle = label
  context.strokeStyle = land
  context.lineWidth = 3
  for (const { name, x, y } of labels) {
    context.beginPath()
    context.arc(x, y, DOT.radius, 0, 2 * Math.PI)
    context.fill()
    context.strokeText(name, x + DOT.gap, y)
    context.fillText(name, x + DOT.gap, y)
  }
}

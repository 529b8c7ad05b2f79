import { type Coords, GridLayer, type Map as LeafletMap } from 'leaflet'
import {
  type CutBaseMap,
  cutBaseMap,
  type PixelLine,
} from '@/domain/reference/base-map/cut-base-map'
import type { BaseMap } from '@/domain/reference/base-map/decode-base-map'
import { loadBaseMap } from './load-base-map'

/** Name of the map pane, which is below that of the tiles. */
const PANE = 'base'
const TILE_SIZE = 256
/** More physical pixels cost more time than anyone can see. */
const MAX_RATIO = 3
const ATTRIBUTION = '<a href="https://www.naturalearthdata.com">Natural Earth</a>'
/** Dashes of disputed borders, in pixels. */
const DASHES = [5, 4]
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

/** Draws the base map on canvases, and again when the colour scheme changes. */
class BaseMapLayer extends GridLayer {
  readonly #content: BaseMap
  readonly #scheme = new MutationObserver(() => this.redraw())

  constructor(content: BaseMap) {
    super({ pane: PANE, attribution: ATTRIBUTION, tileSize: TILE_SIZE, className: 'mp-base' })
    this.#content = content
  }

  override onAdd(map: LeafletMap): this {
    const attributeFilter = ['data-mantine-color-scheme']
    this.#scheme.observe(document.documentElement, { attributeFilter })
    return super.onAdd(map)
  }

  override onRemove(map: LeafletMap): this {
    this.#scheme.disconnect()
    return super.onRemove(map)
  }

  protected override createTile({ x, y, z }: Coords): HTMLElement {
    const canvas = document.createElement('canvas')
    const ratio = Math.min(devicePixelRatio, MAX_RATIO)
    canvas.width = TILE_SIZE * ratio
    canvas.height = TILE_SIZE * ratio
    const context = canvas.getContext('2d')
    if (!context) return canvas
    context.scale(ratio, ratio)
    const part = { left: x / 2 ** z, top: y / 2 ** z, zoom: z, width: TILE_SIZE, height: TILE_SIZE }
    drawBaseMap(context, cutBaseMap(this.#content, part), readColours(this._map.getContainer()))
    return canvas
  }
}

interface Colours {
  land: string
  water: string
  border: string
  label: string
  font: string
}

function readColours(element: Element): Colours {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(`--mp-base-${name}`).trim()
  const font = `600 12px ${style.getPropertyValue('--mp-font')}`
  return {
    land: read('land'),
    water: read('water'),
    border: read('border'),
    label: read('label'),
    font,
  }
}

function drawBaseMap(context: CanvasRenderingContext2D, cut: CutBaseMap, colours: Colours): void {
  fill(context, [[0, 0, TILE_SIZE, 0, TILE_SIZE, TILE_SIZE, 0, TILE_SIZE]], colours.water)
  fill(context, cut.land, colours.land)
  fill(context, cut.lakes, colours.water)
  context.strokeStyle = colours.border
  context.lineWidth = 1.25
  context.lineJoin = 'round'
  context.stroke(createPath(cut.borders))
  context.setLineDash(DASHES)
  context.stroke(createPath(cut.disputedBorders))
  context.setLineDash([])
  drawLabels(context, cut.labels, colours)
}

function fill(context: CanvasRenderingContext2D, rings: readonly PixelLine[], color: string): void {
  context.fillStyle = color
  context.fill(createPath(rings), 'evenodd')
}

function createPath(lines: readonly PixelLine[]): Path2D {
  const path = new Path2D()
  for (const line of lines) {
    path.moveTo(line[0] ?? 0, line[1] ?? 0)
    for (let i = 2; i < line.length; i += 2) path.lineTo(line[i] ?? 0, line[i + 1] ?? 0)
  }
  return path
}

function drawLabels(
  context: CanvasRenderingContext2D,
  labels: CutBaseMap['labels'],
  { land, label, font }: Colours,
): void {
  context.font = font
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

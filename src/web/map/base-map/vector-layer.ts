import {
  type Coords,
  type DoneCallback,
  GridLayer,
  type Map as LeafletMap,
  latLngBounds,
} from 'leaflet'
import { VECTOR_TILE_SIZE } from '@/domain/reference/vector-map/decode-vector-tile'
import { lineAt, type Paint } from '@/domain/reference/vector-map/map-style'
import { readScene, type VectorScene } from '@/domain/reference/vector-map/vector-scene'
import { toServerPath } from '@/web/api/client/server-path'
import { createMapCanvas, createPath, getMapColours, onSchemeChange } from './canvas'
import { LabelLayer, type LabelledTile } from './label-layer'
import { MAX_ZOOM, type MapSource } from './map-source'

type TileSet = NonNullable<MapSource['map_tiles']>

/** Name of the map pane. That of other tiles has a filter in the dark scheme. */
const PANE = 'vector'
/** Decoded tiles in memory. */
const MAX_SCENES = 48
/** Pixels around a tile in which lines are drawn too, for their width. */
const MARGIN = 20

/** A part of a tile: its upper left corner in pixels of the tile, and how much it is enlarged. */
interface Enlargement {
  scale: number
  left: number
  top: number
}

/** Draws vector tiles on canvases, crisp at every zoom level, and their labels above all of them. */
export class VectorLayer extends GridLayer {
  readonly #tiles: TileSet
  readonly #scenes = new Map<string, Promise<VectorScene | undefined>>()
  readonly #labels = new LabelLayer()
  readonly #shown = new Map<HTMLElement, LabelledTile>()
  #stop: (() => void) | undefined

  constructor(tiles: TileSet, attribution: string) {
    const [west = 0, south = 0, east = 0, north = 0] = tiles.bounds
    super({
      ...{ attribution, tileSize: VECTOR_TILE_SIZE, minZoom: tiles.min_zoom, maxZoom: MAX_ZOOM },
      bounds: latLngBounds([south, west], [north, east]),
      pane: PANE,
      className: 'mp-vector',
    })
    this.#tiles = tiles
    this.on('tileunload', ({ tile }) => {
      this.#shown.delete(tile)
      this.#labels.show(this.#shown.values())
    })
  }

  override onAdd(map: LeafletMap): this {
    this.#stop = onSchemeChange(() => this.redraw())
    if (!map.getPane(PANE)) map.createPane(PANE).style.zIndex = '200'
    this.#labels.addTo(map)
    return super.onAdd(map)
  }

  override onRemove(map: LeafletMap): this {
    this.#stop?.()
    this.#labels.remove()
    return super.onRemove(map)
  }

  protected override createTile(coords: Coords, done: DoneCallback): HTMLElement {
    const { canvas, context } = createMapCanvas(VECTOR_TILE_SIZE, VECTOR_TILE_SIZE)
    void this.#drawTile(coords, canvas, context).then(
      () => done(undefined, canvas),
      (error) => done(error, canvas),
    )
    return canvas
  }

  async #drawTile(
    { x, y, z }: Coords,
    canvas: HTMLCanvasElement,
    context: CanvasRenderingContext2D | null,
  ): Promise<void> {
    const levels = Math.max(0, z - this.#tiles.max_zoom)
    const scale = 2 ** levels
    const [column, row] = [Math.floor(x / scale), Math.floor(y / scale)]
    const scene = await this.#loadScene(`${z - levels}/${column}/${row}`)
    if (!context || !scene) throw new Error('no tile')
    const left = (x / scale - column) * VECTOR_TILE_SIZE
    const top = (y / scale - row) * VECTOR_TILE_SIZE
    drawScene(context, scene, z, { scale, left, top })
    this.#shown.set(canvas, { z, x, y, scale, left, top, labels: scene.labels })
    this.#labels.show(this.#shown.values())
  }

  #loadScene(path: string): Promise<VectorScene | undefined> {
    const known = this.#scenes.get(path)
    if (known) return known
    const loading = requestScene(path).catch(() => undefined)
    this.#scenes.set(path, loading)
    // The oldest comes first.
    for (const [oldest] of this.#scenes)
      if (this.#scenes.size > MAX_SCENES) this.#scenes.delete(oldest)
    return loading
  }
}

async function requestScene(path: string): Promise<VectorScene | undefined> {
  const response = await fetch(toServerPath(`/api/workouts/map_tile/a/${path}.mvt`))
  return response.ok ? readScene(new Uint8Array(await response.arrayBuffer())) : undefined
}

function drawScene(
  context: CanvasRenderingContext2D,
  { shapes }: VectorScene,
  zoom: number,
  enlargement: Enlargement,
): void {
  const colours = getMapColours()
  context.fillStyle = colours.land
  context.fillRect(0, 0, VECTOR_TILE_SIZE, VECTOR_TILE_SIZE)
  context.lineJoin = 'round'
  context.lineCap = 'butt'
  const paths = shapes.map(({ paint, lines }) => ({
    paint,
    path: createPath(enlarge(lines, enlargement)),
  }))
  const stroke = (path: Path2D, color: string, width: number, dashes: readonly number[] = []) => {
    context.strokeStyle = color
    context.lineWidth = width
    context.setLineDash([...dashes])
    context.stroke(path)
  }
  for (const { paint, path } of paths)
    if (!lineAt(paint, zoom)) {
      context.fillStyle = colours[paint]
      context.fill(path)
    }
  const lines = paths.flatMap(({ paint, path }) => {
    const line = lineAt(paint, zoom)
    return line ? [{ paint, path, line }] : []
  })
  // Streets of all kinds meet without lines across them.
  for (const { path, line } of lines) if (line.casing) stroke(path, colours.casing, line.casing)
  for (const { paint, path, line } of lines)
    stroke(path, colours[paint satisfies Paint], line.width, line.dashes)
}

/** Converts lines of a tile to pixels of the canvas, and omits those that are outside. */
function* enlarge(
  lines: readonly (readonly number[])[],
  { scale, left, top }: Enlargement,
): Generator<number[]> {
  for (const line of lines) {
    const pixels = line.map((value, i) => (value - (i % 2 === 0 ? left : top)) * scale)
    if (scale === 1 || isVisible(pixels)) yield pixels
  }
}

function isVisible(pixels: readonly number[]): boolean {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < pixels.length; i += 2) {
    const [x, y] = [pixels[i] ?? 0, pixels[i + 1] ?? 0]
    west = Math.min(west, x)
    east = Math.max(east, x)
    north = Math.min(north, y)
    south = Math.max(south, y)
  }
  const end = VECTOR_TILE_SIZE + MARGIN
  return west < end && east > -MARGIN && north < end && south > -MARGIN
}

import {
  control,
  type LatLng,
  type LatLngBounds,
  type Map as LeafletMap,
  type LeafletMouseEvent,
  latLngBounds,
  layerGroup,
  point,
  polyline,
} from 'leaflet'
import type { MapSource } from './base-map/map-source'
import { addTiles } from './base-map/tile-layer'
import { createLeafletMap, createMapHandle, type MapHandle } from './create-leaflet-map'
import { type LineSet, partsOf } from './lines/decode-lines'
import type { LineStyle } from './lines/draw-lines'
import { LinesLayer } from './lines/lines-layer'
import {
  findBox,
  findHome,
  findLinesIn,
  findNearestLine,
  type SquareBox,
} from './lines/search-lines'
import { createMapColours } from './map-colours'
import type { DrawnTiles } from './tiles/draw-tiles'
import { TilesLayer } from './tiles/tiles-layer'

/** What the map shows: its part in degrees, the zoom level, and the positions of the lines in it. */
export interface HeatMapView {
  bounds: LatLngBounds
  zoom: number
  positions: readonly number[]
}

/** Callbacks for user actions, with positions of lines. */
export interface HeatMapEvents {
  /** The line under the pointer; undefined for none. */
  onPoint: (position: number | undefined) => void
  /** A click on a line, or next to all lines. */
  onChoose: (position: number | undefined) => void
  onView: (view: HeatMapView) => void
}

/** The lines, which of them are drawn, and more precise ones for the part of the map in view. */
export interface HeatMapContent {
  overview: LineSet
  /** Colours of sports by position. */
  colors: readonly string[]
  mask: Uint8Array
  detail: { lines: LineSet; bounds: LatLngBounds } | undefined
  /** Visited tiles below the lines; undefined for none. */
  tiles: DrawnTiles | undefined
}

export interface HeatMapHandle extends MapHandle {
  show: (content: HeatMapContent) => void
  /** Highlights the line at a position, and no other; undefined for none. */
  highlight: (position: number | undefined) => void
}

interface Options {
  source: MapSource | undefined
  isDark: boolean
  /** Whether the scale is in miles. */
  isImperial: boolean
  /** Whether the map first shows where most of the lines are, rather than all of them. */
  startsAtHome: boolean
  content: HeatMapContent
}

const FIT = { padding: [28, 28] as [number, number], maxZoom: 14, animate: false }
/** Options of lines that only show what is already simplified. */
const EXACT = { smoothFactor: 0, interactive: false }
/** Distance in pixels from which a line counts as under the pointer. */
const REACH = 9
/** Opacity of a single line, of this many, and the minimum. */
const OPACITY = { single: 0.8, many: 0.25, min: 0.12 }
const MANY = 2000
const TILE_SIZE = 256
const BITS_OF_PIXELS = 8

/** Creates a map in `element` with all lines of workouts, brighter where there are more of them. */
export function createHeatMap(
  element: HTMLElement,
  options: Options,
  events: HeatMapEvents,
): HeatMapHandle {
  const map = createMap(element, options.isImperial)
  const state = { content: options.content }
  const showStart = () => {
    const { overview, mask } = state.content
    fitLines(map, overview, options.startsAtHome ? findHome(overview, mask) : overview.positions)
  }
  showStart()
  addTiles(map, options.source)
  const toMapColour = cached(createMapColours(element, '--mp-heat-lightness'))
  const chooseStyle = (): LineStyle => {
    const { colors, mask } = state.content
    const colorOf = (position: number) => toMapColour(colors[position] ?? '')
    return { mask, colorOf, isAdditive: options.isDark, opacity: chooseOpacity(mask) }
  }
  const current = () => chooseSet(map, state.content)
  const layer = new LinesLayer(map, current, chooseStyle())
  const showTiles = createTileDrawer(map)
  showTiles(state.content.tiles)
  const notifyView = () => {
    const bounds = map.getBounds()
    const positions = findLinesIn(current(), state.content.mask, toSquareBox(map))
    events.onView({ bounds, zoom: map.getZoom(), positions })
  }
  map.on('moveend', notifyView)
  const wasMoved = noticeUser(map)
  listenToPointer(map, () => [current(), state.content.mask], events)
  notifyView()
  const fit = () => {
    const { overview, mask } = state.content
    fitLines(
      map,
      overview,
      overview.positions.filter((position) => mask[position] === 1),
    )
  }
  return {
    ...createMapHandle(map, fit),
    remove: () => {
      layer.remove()
      map.remove()
    },
    show: (next) => {
      const isLonger = next.overview.positions.length > state.content.overview.positions.length
      if (next.tiles !== state.content.tiles) showTiles(next.tiles)
      state.content = next
      if (isLonger && !wasMoved()) showStart()
      layer.draw(chooseStyle())
      notifyView()
    },
    highlight: createHighlighter(map, () => [current(), state.content.overview], {
      colorOf: (position) => state.content.colors[position] ?? '',
      toLineColour: createMapColours(element),
    }),
  }
}

/** Returns a function that replaces the visited tiles on a map. */
function createTileDrawer(map: LeafletMap): (tiles: DrawnTiles | undefined) => void {
  const state: { layer?: TilesLayer | undefined } = {}
  return (tiles) => {
    state.layer?.remove()
    state.layer = tiles && new TilesLayer(map, tiles).addTo(map)
  }
}

/** Returns a function that says whether the user has moved the map, or zoomed it. */
function noticeUser(map: LeafletMap): () => boolean {
  const state = { isMoved: false }
  const container = map.getContainer()
  const notice = () => {
    state.isMoved = true
  }
  for (const type of ['pointerdown', 'wheel', 'keydown'])
    container.addEventListener(type, notice, { once: true, passive: true })
  return () => state.isMoved
}

/** Returns a function that draws the line at a position on top of the others, with a casing, and no other. */
function createHighlighter(
  map: LeafletMap,
  getSets: () => readonly LineSet[],
  {
    colorOf,
    toLineColour,
  }: { colorOf: (position: number) => string; toLineColour: (color: string) => string },
): HeatMapHandle['highlight'] {
  const highlighted = layerGroup().addTo(map)
  return (position) => {
    highlighted.clearLayers()
    if (position === undefined) return
    const lines = toLatLngs(map, getSets(), position)
    const color = toLineColour(colorOf(position))
    polyline(lines, { ...EXACT, className: 'mp-casing', weight: 8 }).addTo(highlighted)
    polyline(lines, { ...EXACT, color, weight: 4 }).addTo(highlighted)
  }
}

function createMap(element: HTMLElement, isImperial: boolean): LeafletMap {
  const map = createLeafletMap(element, {
    worldCopyJump: true,
    // An observer resizes it; Leaflet itself would do so once more after a while, even when the map is gone.
    trackResize: false,
  })
  control.scale({ position: 'bottomright', metric: !isImperial, imperial: isImperial }).addTo(map)
  return map
}

function fitLines(map: LeafletMap, set: LineSet, positions: Iterable<number>): void {
  const box = findBox(set, positions)
  if (!box) map.fitWorld({ animate: false })
  else {
    const corner = (x: number, y: number) => map.unproject(point(x * TILE_SIZE, y * TILE_SIZE), 0)
    const bounds = latLngBounds(corner(box.left, box.top), corner(box.right, box.bottom))
    map.fitBounds(bounds, FIT)
  }
}

/** The more precise lines if they cover the view, or else those of the overview. */
function chooseSet(map: LeafletMap, { overview, detail }: HeatMapContent): LineSet {
  const isBetter = detail && detail.lines.bits > overview.bits
  return isBetter && detail.bounds.contains(map.getBounds()) ? detail.lines : overview
}

/** Few lines are more opaque than many, which add up. */
function chooseOpacity(mask: Uint8Array): number {
  const count = mask.reduce((sum, value) => sum + value, 0)
  const share = Math.log(Math.max(1, count)) / Math.log(MANY)
  return Math.max(OPACITY.min, OPACITY.single + (OPACITY.many - OPACITY.single) * share)
}

function cached(compute: (color: string) => string): (color: string) => string {
  const known = new Map<string, string>()
  return (color) => {
    const result = known.get(color) ?? compute(color)
    known.set(color, result)
    return result
  }
}

const toSquare = (map: LeafletMap, at: LatLng): { x: number; y: number } => {
  const { x, y } = map.project(at, 0)
  return { x: x / TILE_SIZE, y: y / TILE_SIZE }
}

function toSquareBox(map: LeafletMap): SquareBox {
  const bounds = map.getBounds()
  const [start, end] = [toSquare(map, bounds.getNorthWest()), toSquare(map, bounds.getSouthEast())]
  return { left: start.x, top: start.y, right: end.x, bottom: end.y }
}

/** Points of a line in the first set that contains it. */
function toLatLngs(map: LeafletMap, sets: readonly LineSet[], position: number): LatLng[][] {
  for (const set of sets) {
    const index = set.positions.indexOf(position)
    if (index < 0) continue
    return [...partsOf(set, index)].map(([start, end]) =>
      Array.from(set.x.subarray(start, end), (x, i) =>
        map.unproject(point(x, set.y[start + i] ?? 0), set.bits - BITS_OF_PIXELS),
      ),
    )
  }
  return []
}

/** Reports the line under the pointer once per frame, and clicks. */
function listenToPointer(
  map: LeafletMap,
  getLines: () => [set: LineSet, mask: Uint8Array],
  { onPoint, onChoose }: HeatMapEvents,
): void {
  const find = ({ latlng }: LeafletMouseEvent) =>
    findNearestLine(...getLines(), {
      ...toSquare(map, latlng),
      within: REACH / (TILE_SIZE * 2 ** map.getZoom()),
    })
  const state = { request: 0, isDragged: false, pointed: undefined as number | undefined }
  const setPointed = (position: number | undefined) => {
    if (position === state.pointed) return
    state.pointed = position
    map.getContainer().style.cursor = position === undefined ? '' : 'pointer'
    onPoint(position)
  }
  map.on('dragstart dragend', ({ type }) => {
    state.isDragged = type === 'dragstart'
  })
  map.on('mousemove', (event) => {
    cancelAnimationFrame(state.request)
    // The line under the pointer moves with the map.
    if (state.isDragged) return
    state.request = requestAnimationFrame(() => setPointed(find(event)))
  })
  map.on('mouseout', () => {
    cancelAnimationFrame(state.request)
    setPointed(undefined)
  })
  map.on('click', (event) => onChoose(find(event)))
  map.on('unload', () => cancelAnimationFrame(state.request))
}

import {
  control,
  type LatLng,
  type LatLngBounds,
  Map as LeafletMap,
  type LeafletMouseEvent,
  latLngBounds,
  layerGroup,
  point,
  polyline,
} from 'leaflet'
import { t } from '@/web/i18n/text'
import type { MapHandle } from './create-route-map'
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
import { getMotionOptions } from './motion-options'
import { createTileLayer } from './tile-layer'

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

/** Which lines are drawn, and more precise ones for the part of the map in view. */
export interface HeatMapContent {
  mask: Uint8Array
  detail: { lines: LineSet; bounds: LatLngBounds } | undefined
}

export interface HeatMapHandle extends MapHandle {
  show: (content: HeatMapContent) => void
  /** Highlights the line at a position, and no other; undefined for none. */
  highlight: (position: number | undefined) => void
}

interface Options {
  overview: LineSet
  /** Colours of sports by position. */
  colors: readonly string[]
  attribution: string
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
/** Opacity of many lines and of a single one. */
const OPACITY = { many: 0.25, single: 0.8 }
/** Number of lines that count as many. */
const MANY = 2000
const TILE_SIZE = 256
const BITS_OF_PIXELS = 8

/** Creates a map in `element` with all lines of workouts, brighter where there are more of them. */
export function createHeatMap(
  element: HTMLElement,
  options: Options,
  events: HeatMapEvents,
): HeatMapHandle {
  const { overview, content } = options
  const map = createMap(element, options.isImperial)
  const state = { content }
  const fit = (positions: Iterable<number>) => fitLines(map, overview, positions)
  fit(options.startsAtHome ? findHome(overview, content.mask) : overview.positions)
  createTileLayer(options.attribution).addTo(map)
  const toMapColour = createMapColours(element, '--mp-heat-lightness')
  const drawnColours = options.colors.map(cached(toMapColour))
  const styleOf = ({ mask }: HeatMapContent): LineStyle => ({
    ...{ mask, isAdditive: options.isDark, colorOf: (at) => drawnColours[at] ?? '' },
    opacity: chooseOpacity(mask),
  })
  const current = () => chooseSet(map, overview, state.content)
  const layer = new LinesLayer(map, current, styleOf(content))
  const highlighted = layerGroup().addTo(map)
  const toLineColour = cached(createMapColours(element))
  const notifyView = () => {
    const bounds = map.getBounds()
    const positions = findLinesIn(current(), state.content.mask, toSquareBox(map))
    events.onView({ bounds, zoom: map.getZoom(), positions })
  }
  map.on('moveend', notifyView)
  const find = ({ latlng }: LeafletMouseEvent) =>
    findNearestLine(current(), state.content.mask, {
      ...toSquare(map, latlng),
      within: REACH / (TILE_SIZE * 2 ** map.getZoom()),
    })
  listenToPointer(map, find, events)
  notifyView()
  return {
    fit: () => fit(overview.positions.filter((position) => state.content.mask[position] === 1)),
    resize: () => map.invalidateSize({ animate: false }),
    remove: () => {
      layer.remove()
      map.remove()
    },
    show: (next) => {
      if (next === state.content) return
      state.content = next
      layer.draw(styleOf(next))
      notifyView()
    },
    highlight: (position) => {
      highlighted.clearLayers()
      if (position === undefined) return
      const lines = toLatLngs(map, [current(), overview], position)
      const color = toLineColour(options.colors[position] ?? '')
      polyline(lines, { ...EXACT, className: 'mp-casing', weight: 8 }).addTo(highlighted)
      polyline(lines, { ...EXACT, color, weight: 4 }).addTo(highlighted)
    },
  }
}

function createMap(element: HTMLElement, isImperial: boolean): LeafletMap {
  const map = new LeafletMap(element, {
    ...getMotionOptions(),
    zoomControl: false,
    minZoom: 2,
    worldCopyJump: true,
  })
  control.zoom({ zoomInTitle: t('map.zoomIn'), zoomOutTitle: t('map.zoomOut') }).addTo(map)
  control.scale({ position: 'bottomright', metric: !isImperial, imperial: isImperial }).addTo(map)
  map.attributionControl.setPrefix(false)
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
function chooseSet(map: LeafletMap, overview: LineSet, { detail }: HeatMapContent): LineSet {
  const isBetter = detail && detail.lines.bits > overview.bits
  return isBetter && detail.bounds.contains(map.getBounds()) ? detail.lines : overview
}

/** Few lines are more opaque than many, which add up. */
function chooseOpacity(mask: Uint8Array): number {
  const count = mask.reduce((sum, value) => sum + value, 0)
  const share = Math.min(1, Math.log(Math.max(1, count)) / Math.log(MANY))
  return OPACITY.single + (OPACITY.many - OPACITY.single) * share
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
  find: (event: LeafletMouseEvent) => number | undefined,
  { onPoint, onChoose }: HeatMapEvents,
): void {
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

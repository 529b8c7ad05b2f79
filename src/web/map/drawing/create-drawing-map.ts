import {
  control,
  divIcon,
  type FeatureGroup,
  type LatLngBounds,
  type LatLngTuple,
  type Layer,
  type Map as LeafletMap,
  type Marker,
  marker,
} from 'leaflet'
import type { MapSource } from '@/web/map/base-map/map-source'
import { addTiles } from '@/web/map/base-map/tile-layer'
import { createMapInPage } from '@/web/map/create-leaflet-map'
import type { Position } from '@/web/map/nearest-position'

export interface DrawingMapOptions {
  source: MapSource
  /** Whether the scale is in miles. */
  isImperial: boolean
}

/** Callbacks for what a user does to draw. */
export interface DrawingEvents {
  /** A click on the map. */
  onClick: (position: Position) => void
  /** The user has dragged the position at an index. */
  onMove: (index: number, position: Position) => void
  /** The middle of the map has changed. */
  onView: (middle: Position) => void
}

const FIT = { padding: [28, 28] as [number, number], maxZoom: 16, animate: false }
const HANDLE_SIZE = 22
/** Decimals of degrees: about ten centimetres. */
const PRECISION = 1e6

/** Creates a map in `element` on which the user draws by clicking. */
export function createDrawingMap(
  element: HTMLElement,
  { source, isImperial }: DrawingMapOptions,
  events: Pick<DrawingEvents, 'onClick' | 'onView'>,
): LeafletMap {
  const map = createMapInPage(element, {
    // Each click adds a position, even if two follow each other quickly.
    doubleClickZoom: false,
    worldCopyJump: true,
    trackResize: false,
  })
  control.scale({ position: 'bottomright', metric: !isImperial, imperial: isImperial }).addTo(map)
  map.on('moveend', () => events.onView(toPosition(map, map.getCenter())))
  map.on('click', ({ latlng }) => events.onClick(toPosition(map, latlng)))
  map.fitWorld({ animate: false })
  addTiles(map, source)
  return map
}

/** Shows an area, unless it is empty. */
export function fitBounds(map: LeafletMap, bounds: LatLngBounds): void {
  if (bounds.isValid()) map.fitBounds(bounds, FIT)
}

export function replaceLayers(group: FeatureGroup, layers: readonly Layer[]): void {
  group.clearLayers()
  for (const layer of layers) group.addLayer(layer)
}

const round = (degrees: number) => Math.round(degrees * PRECISION) / PRECISION

function toPosition(map: LeafletMap, at: Parameters<LeafletMap['wrapLatLng']>[0]): Position {
  const { lat, lng } = map.wrapLatLng(at)
  return { latitude: round(lat), longitude: round(lng) }
}

/** Creates a handle to drag a position. The form offers another way without a mouse. */
export function createHandle(at: LatLngTuple, onMove: (position: Position) => void): Marker {
  const handle = marker(at, {
    icon: divIcon({ className: 'mp-handle', iconSize: [HANDLE_SIZE, HANDLE_SIZE] }),
    draggable: true,
    keyboard: false,
  })
  handle.on('dragend', () => {
    const { lat, lng } = handle.getLatLng().wrap()
    onMove({ latitude: round(lat), longitude: round(lng) })
  })
  return handle
}

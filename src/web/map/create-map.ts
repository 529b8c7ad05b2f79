import {
  type CircleMarker,
  control,
  type LatLngBounds,
  type LatLngTuple,
  Map as LeafletMap,
  type LeafletMouseEvent,
} from 'leaflet'
import type { Cursor } from '@/web/charts/cursor'
import { t } from '@/web/i18n/text'
import { nearestIndex, type Placed, placeOf } from './nearest'
import { cursorDot, routeLayers } from './route-layers'
import { quietTiles } from './tiles'

/** How near to the way, in pixels, the pointer must be to move the cursor. */
const REACH = 40

const FIT = { padding: [28, 28] as [number, number], maxZoom: 17, animate: false }

/** A drawn map and how to work it. */
export type RouteMapHandle = { fit: () => void; resize: () => void; remove: () => void }

/** What a map shows. */
export type RouteMapContent = {
  latLngs: LatLngTuple[][]
  /** The points behind the charts, for the link between both; may be empty. */
  places: () => readonly Placed[]
  attribution: string
}

/** Draws a way into an element, fitted, with its cursor tied to the shared one. */
export function createRouteMap(
  element: HTMLElement,
  { latLngs, places, attribution }: RouteMapContent,
  cursor: Cursor,
): RouteMapHandle {
  const map = new LeafletMap(element, { zoomControl: false, scrollWheelZoom: false, minZoom: 2 })
  control.zoom({ zoomInTitle: t('map.zoomIn'), zoomOutTitle: t('map.zoomOut') }).addTo(map)
  map.attributionControl.setPrefix(false)
  const route = routeLayers(latLngs)
  const bounds: LatLngBounds = route.getBounds()
  const fit = () => (bounds.isValid() ? map.fitBounds(bounds, FIT) : map.fitWorld())
  fit()
  quietTiles(attribution).addTo(map)
  route.addTo(map)
  followCursor(map, cursorDot(), places, cursor)
  moveCursor(map, places, cursor)
  // The wheel scrolls the page until the map has been touched.
  map.on('click focus', () => map.scrollWheelZoom.enable())
  map.on('mouseout blur', () => map.scrollWheelZoom.disable())
  return { fit, resize: () => map.invalidateSize({ animate: false }), remove: () => map.remove() }
}

function followCursor(
  map: LeafletMap,
  dot: CircleMarker,
  places: () => readonly Placed[],
  cursor: Cursor,
): void {
  const show = () => {
    const index = cursor.get()
    const place = index === null ? null : placeOf(places()[index])
    if (!place) {
      dot.remove()
      return
    }
    dot.setLatLng([place.latitude, place.longitude]).addTo(map)
  }
  const stop = cursor.subscribe(show)
  map.on('unload', stop)
  show()
}

function moveCursor(map: LeafletMap, places: () => readonly Placed[], cursor: Cursor): void {
  const move = ({ latlng, containerPoint }: LeafletMouseEvent) => {
    const index = nearestIndex(places(), { latitude: latlng.lat, longitude: latlng.lng })
    const place = index === null ? null : placeOf(places()[index])
    if (!place) return
    const at = map.latLngToContainerPoint([place.latitude, place.longitude])
    cursor.set(at.distanceTo(containerPoint) <= REACH ? index : null)
  }
  map.on('mousemove', move)
  map.on('click', move)
  map.on('mouseout', () => cursor.set(null))
}

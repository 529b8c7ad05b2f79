import {
  type CircleMarker,
  control,
  type LatLngBounds,
  type LatLngTuple,
  Map as LeafletMap,
  type LeafletMouseEvent,
  latLngBounds,
} from 'leaflet'
import type { Cursor, Stretch, TrackLink } from '@/web/charts/cursor'
import { t } from '@/web/i18n/text'
import { motionOptions } from './motion'
import { nearestIndex, type Placed, placeOf } from './nearest'
import type { PaintedLines } from './paint'
import { cursorDot, paintedLayers, routeLayers, stretchLine } from './route-layers'
import { quietTiles } from './tiles'

/** How near to the way, in pixels, the pointer must be to move the cursor. */
const REACH = 40

const FIT = { padding: [28, 28] as [number, number], maxZoom: 17, animate: false }

/** A drawn map and how to work it. */
export type MapHandle = { fit: () => void; resize: () => void; remove: () => void }
/** A drawn way, which can be painted in the colours of what was measured along it. */
export type RouteMapHandle = MapHandle & { paint: (lines: PaintedLines | null) => void }

/** What a map shows. */
export type RouteMapContent = {
  latLngs: LatLngTuple[][]
  /** The points behind the charts, for the link between both; may be empty. */
  places: () => readonly Placed[]
  attribution: string
}

/** Draws a way into an element, fitted, and ties it to the charts. */
export function createRouteMap(
  element: HTMLElement,
  { latLngs, places, attribution }: RouteMapContent,
  link: TrackLink,
): RouteMapHandle {
  const map = new LeafletMap(element, {
    ...motionOptions(),
    zoomControl: false,
    scrollWheelZoom: false,
    minZoom: 2,
  })
  control.zoom({ zoomInTitle: t('map.zoomIn'), zoomOutTitle: t('map.zoomOut') }).addTo(map)
  map.attributionControl.setPrefix(false)
  const route = routeLayers(latLngs)
  const bounds: LatLngBounds = route.getBounds()
  const fit = () => (bounds.isValid() ? map.fitBounds(bounds, FIT) : map.fitWorld())
  fit()
  route.addTo(map)
  // In a task of their own, so that the page answers between both.
  const waiting = setTimeout(() => quietTiles(attribution).addTo(map))
  map.on('unload', () => clearTimeout(waiting))
  followStretch(map, places, link, fit)
  followCursor(map, cursorDot(), places, link.cursor)
  moveCursor(map, places, link.cursor)
  // The wheel scrolls the page until the map has been touched.
  map.on('click focus', () => map.scrollWheelZoom.enable())
  map.on('mouseout blur', () => map.scrollWheelZoom.disable())
  const painted = paintedLayers().addTo(map)
  return {
    fit,
    resize: () => map.invalidateSize({ animate: false }),
    remove: () => map.remove(),
    paint: (lines) => {
      element.toggleAttribute('data-painted', lines !== null)
      painted.paint(lines)
    },
  }
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
    dot.setLatLng([place.latitude, place.longitude]).addTo(map).bringToFront()
  }
  const stop = cursor.subscribe(show)
  map.on('unload', stop)
  show()
}

/** Shows the stretch that is pointed at or selected, and comes nearer to the one that the charts are filled with. */
function followStretch(
  map: LeafletMap,
  places: () => readonly Placed[],
  { stretch, pointed, zoom }: TrackLink,
  fit: () => void,
): void {
  const line = stretchLine()
  const wayOf = ({ from, to }: Stretch) =>
    places()
      .slice(from, to + 1)
      .flatMap((thing): LatLngTuple[] => {
        const place = placeOf(thing)
        return place ? [[place.latitude, place.longitude]] : []
      })
  const show = () => {
    const selected = pointed.get() ?? stretch.get()
    if (selected) line.setLatLngs(wayOf(selected)).addTo(map).bringToBack()
    else line.remove()
  }
  const approach = () => {
    const zoomed = zoom.get()
    const bounds = latLngBounds(zoomed ? wayOf(zoomed) : [])
    if (bounds.isValid()) map.fitBounds(bounds, FIT)
    else fit()
  }
  const stops = [stretch.subscribe(show), pointed.subscribe(show), zoom.subscribe(approach)]
  map.on('unload', () => {
    for (const stop of stops) stop()
  })
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

import {
  type CircleMarker,
  type LatLngBounds,
  type LatLngTuple,
  type Map as LeafletMap,
  type LeafletMouseEvent,
  latLngBounds,
} from 'leaflet'
import type { Cursor, Interval, TrackLink } from '@/web/charts/cursor'
import type { MapSource } from './base-map/map-source'
import { addTiles } from './base-map/tile-layer'
import type { ColouredLines } from './colour-lines'
import { createMapHandle, createMapInPage, fitTracks, type MapHandle } from './create-leaflet-map'
import { findNearestIndex, getPosition, type MaybePosition } from './nearest-position'
import { createPhotoMarker, type PlacedPhoto } from './photo-marker'
import {
  createColouredLayers,
  createCursorDot,
  createPlannedLine,
  createSelectionLine,
  createTrackLayers,
  createVisibleLines,
} from './route-layers'

/** Maximum distance in pixels from the track at which the pointer moves the cursor. */
const MAX_CURSOR_DISTANCE = 40

/** A map of a track. */
export type RouteMapHandle = MapHandle & {
  /** Colours the track by measured values; null restores the colour of the sport. */
  paint: (lines: ColouredLines | null) => void
  /** Draws what is not in these lines as hidden from others; null draws all of it the same way. */
  showVisible: (lines: LatLngTuple[][] | null) => void
  /** Draws the course that was planned below the track; null draws none. */
  showPlanned: (lines: LatLngTuple[][] | null) => void
}

/** Content of the map. */
export type RouteMapContent = {
  latLngs: LatLngTuple[][]
  /** The recorded points, which link the map to the charts; empty until they have loaded. */
  places: () => readonly MaybePosition[]
  source: MapSource | undefined
  /** Photos that were taken at a known place. */
  photos: readonly PlacedPhoto[]
}

/** Creates a map in `element` that fits the track, with a cursor and selection shared with the charts. */
export function createRouteMap(
  element: HTMLElement,
  { latLngs, places, source, photos }: RouteMapContent,
  link: TrackLink,
): RouteMapHandle {
  const map = createMapInPage(element)
  const route = createTrackLayers(latLngs)
  const bounds: LatLngBounds = route.getBounds()
  const fit = () => fitTracks(map, bounds)
  fit()
  route.addTo(map)
  for (const photo of photos) createPhotoMarker(photo).addTo(map)
  // Tiles are added in a separate task, so that the page can handle input in between.
  const waiting = setTimeout(() => addTiles(map, source))
  map.on('unload', () => clearTimeout(waiting))
  followSelection(map, places, link, fit)
  followCursor(map, createCursorDot(), places, link.cursor)
  moveCursor(map, places, link.cursor)
  const painted = createColouredLayers().addTo(map)
  const visible = createVisibleLines().addTo(map)
  const planned = createPlannedLine()
  return {
    ...createMapHandle(map, fit),
    paint: (lines) => {
      element.toggleAttribute('data-painted', lines !== null)
      painted.paint(lines)
    },
    showVisible: (lines) => {
      element.toggleAttribute('data-partly-hidden', lines !== null)
      visible.setLatLngs(lines ?? [])
    },
    showPlanned: (lines) => {
      if (lines) planned.setLatLngs(lines).addTo(map).bringToBack()
      else planned.remove()
    },
  }
}

function followCursor(
  map: LeafletMap,
  dot: CircleMarker,
  places: () => readonly MaybePosition[],
  cursor: Cursor,
): void {
  const show = () => {
    const index = cursor.get()
    const place = index === null ? null : getPosition(places()[index])
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

/**
 * Highlights the interval that is pointed at or selected, and fits the map to the interval that the charts are zoomed
 * to.
 */
function followSelection(
  map: LeafletMap,
  places: () => readonly MaybePosition[],
  { selection, hovered, zoom }: TrackLink,
  fit: () => void,
): void {
  const line = createSelectionLine()
  const getPoints = ({ from, to }: Interval) =>
    places()
      .slice(from, to + 1)
      .flatMap((thing): LatLngTuple[] => {
        const place = getPosition(thing)
        return place ? [[place.latitude, place.longitude]] : []
      })
  const show = () => {
    const selected = hovered.get() ?? selection.get()
    if (selected) line.setLatLngs(getPoints(selected)).addTo(map).bringToBack()
    else line.remove()
  }
  const approach = () => {
    const zoomed = zoom.get()
    const bounds = latLngBounds(zoomed ? getPoints(zoomed) : [])
    if (bounds.isValid()) fitTracks(map, bounds)
    else fit()
  }
  const stops = [selection.subscribe(show), hovered.subscribe(show), zoom.subscribe(approach)]
  map.on('unload', () => {
    for (const stop of stops) stop()
  })
  show()
}

function moveCursor(map: LeafletMap, places: () => readonly MaybePosition[], cursor: Cursor): void {
  const move = ({ latlng, containerPoint }: LeafletMouseEvent) => {
    const index = findNearestIndex(places(), { latitude: latlng.lat, longitude: latlng.lng })
    const place = index === null ? null : getPosition(places()[index])
    if (!place) return
    const at = map.latLngToContainerPoint([place.latitude, place.longitude])
    cursor.set(at.distanceTo(containerPoint) <= MAX_CURSOR_DISTANCE ? index : null)
  }
  map.on('mousemove', move)
  map.on('click', move)
  map.on('mouseout', () => cursor.set(null))
}

import {
  divIcon,
  featureGroup,
  type LatLngTuple,
  type Map as LeafletMap,
  type LeafletMouseEvent,
  type Marker,
  marker,
  polyline,
} from 'leaflet'
import type { Cursor } from '@/web/charts/cursor'
import type { MapSource } from './base-map/map-source'
import { addTiles } from './base-map/tile-layer'
import { createMapHandle, createMapInPage, fitTracks, type MapHandle } from './create-leaflet-map'
import { findNearestIndex, type Position } from './nearest-position'

/** A workout on the comparison map. */
export type ComparedTrack = {
  label: string
  /** Name of a colour token in the style sheet. */
  color: string
  line: LatLngTuple[]
  /** The position at each point of the common axis; null where it is unknown. */
  places: readonly (Position | null)[]
}

/** Maximum distance in pixels from a track at which the pointer moves the cursor. */
const MAX_CURSOR_DISTANCE = 40

/** Creates a map in `element` that fits the tracks of a comparison, each with a dot at the cursor. */
export function createComparisonMap(
  element: HTMLElement,
  { tracks, source }: { tracks: readonly ComparedTrack[]; source: MapSource | undefined },
  cursor: Cursor,
): MapHandle {
  const map = createMapInPage(element)
  const lines = featureGroup(
    // The first track is on top, and lower ones are wider, so that all are visible where they overlap.
    tracks
      .map(({ color, line }, index) =>
        polyline(line, {
          weight: 3 + 2 * index,
          interactive: false,
          className: `mp-track-${color}`,
        }),
      )
      .toReversed(),
  )
  const bounds = lines.getBounds()
  const fit = () => fitTracks(map, bounds)
  fit()
  addTiles(map, source)
  lines.addTo(map)
  followCursor(map, tracks, cursor)
  moveCursor(map, tracks, cursor)
  return createMapHandle(map, fit)
}

/** Horizontal distance in pixels between the dots of workouts at the same position. */
const DOT_OFFSET = 9

const createLabelDot = (
  { label: letter, color }: ComparedTrack,
  index: number,
  count: number,
): Marker =>
  marker([0, 0], {
    icon: divIcon({
      className: `mp-letter mp-track-${color}`,
      html: letter,
      iconSize: [22, 22],
      iconAnchor: [11 + ((count - 1) / 2 - index) * DOT_OFFSET, 11],
    }),
    interactive: false,
    keyboard: false,
  })

function followCursor(map: LeafletMap, tracks: readonly ComparedTrack[], cursor: Cursor): void {
  const dots = tracks.map((track, index) => ({
    places: track.places,
    dot: createLabelDot(track, index, tracks.length),
  }))
  const show = () => {
    const index = cursor.get()
    for (const { places, dot } of dots) {
      const place = index === null ? null : (places[index] ?? null)
      if (place) dot.setLatLng([place.latitude, place.longitude]).addTo(map)
      else dot.remove()
    }
  }
  const stop = cursor.subscribe(show)
  map.on('unload', stop)
  show()
}

/** Moves the cursor to the point nearest to the pointer among all tracks. */
function moveCursor(map: LeafletMap, tracks: readonly ComparedTrack[], cursor: Cursor): void {
  const nowhere = { latitude: null, longitude: null }
  const placed = tracks.map(({ places }) => places.map((place) => place ?? nowhere))
  const move = ({ latlng, containerPoint }: LeafletMouseEvent) => {
    let [nearest, best]: [number | null, number] = [null, MAX_CURSOR_DISTANCE]
    for (const places of placed) {
      const index = findNearestIndex(places, { latitude: latlng.lat, longitude: latlng.lng })
      const { latitude, longitude } = (index === null ? undefined : places[index]) ?? nowhere
      if (latitude === null || longitude === null) continue
      const away = map.latLngToContainerPoint([latitude, longitude]).distanceTo(containerPoint)
      if (away < best) [nearest, best] = [index, away]
    }
    cursor.set(nearest)
  }
  map.on('mousemove', move)
  map.on('click', move)
  map.on('mouseout', () => cursor.set(null))
}

import {
  control,
  divIcon,
  featureGroup,
  type LatLngTuple,
  Map as LeafletMap,
  type LeafletMouseEvent,
  type Marker,
  marker,
  polyline,
} from 'leaflet'
import type { Cursor } from '@/web/charts/cursor'
import { t } from '@/web/i18n/text'
import type { MapHandle } from './create-map'
import { motionOptions } from './motion'
import { nearestIndex, type Place } from './nearest'
import { quietTiles } from './tiles'

/** A workout on the map of a comparison. */
export type ComparedWay = {
  letter: string
  /** A colour of the style sheet. */
  color: string
  line: LatLngTuple[]
  /** Where it was at each place of the common axis. */
  places: readonly (Place | null)[]
}

/** How near to a way, in pixels, the pointer must be to move the cursor. */
const REACH = 40

const FIT = { padding: [28, 28] as [number, number], maxZoom: 17, animate: false }

/** Draws the ways of a comparison into an element, fitted, with a dot for each where it was at the cursor. */
export function createComparisonMap(
  element: HTMLElement,
  { ways, attribution }: { ways: readonly ComparedWay[]; attribution: string },
  cursor: Cursor,
): MapHandle {
  const map = new LeafletMap(element, {
    ...motionOptions(),
    zoomControl: false,
    scrollWheelZoom: false,
    minZoom: 2,
  })
  control.zoom({ zoomInTitle: t('map.zoomIn'), zoomOutTitle: t('map.zoomOut') }).addTo(map)
  map.attributionControl.setPrefix(false)
  const lines = featureGroup(
    // The first one lies on top of the others, and each is narrower than those below it, so that all can be seen.
    ways
      .map(({ color, line }, index) =>
        polyline(line, { weight: 3 + 2 * index, interactive: false, className: `mp-way-${color}` }),
      )
      .toReversed(),
  )
  const bounds = lines.getBounds()
  const fit = () => (bounds.isValid() ? map.fitBounds(bounds, FIT) : map.fitWorld())
  fit()
  quietTiles(attribution).addTo(map)
  lines.addTo(map)
  followCursor(map, ways, cursor)
  moveCursor(map, ways, cursor)
  // The wheel scrolls the page until the map has been touched.
  map.on('click focus', () => map.scrollWheelZoom.enable())
  map.on('mouseout blur', () => map.scrollWheelZoom.disable())
  return { fit, resize: () => map.invalidateSize({ animate: false }), remove: () => map.remove() }
}

/** Pixels that the dots of two workouts stand apart when they are at one place. */
const DOT_APART = 9

const letterDot = ({ letter, color }: ComparedWay, index: number, count: number): Marker =>
  marker([0, 0], {
    icon: divIcon({
      className: `mp-letter mp-way-${color}`,
      html: letter,
      iconSize: [22, 22],
      iconAnchor: [11 + ((count - 1) / 2 - index) * DOT_APART, 11],
    }),
    interactive: false,
    keyboard: false,
  })

function followCursor(map: LeafletMap, ways: readonly ComparedWay[], cursor: Cursor): void {
  const dots = ways.map((way, index) => ({
    places: way.places,
    dot: letterDot(way, index, ways.length),
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

/** The cursor follows the pointer along the way that is nearest to it. */
function moveCursor(map: LeafletMap, ways: readonly ComparedWay[], cursor: Cursor): void {
  const nowhere = { latitude: null, longitude: null }
  const placed = ways.map(({ places }) => places.map((place) => place ?? nowhere))
  const move = ({ latlng, containerPoint }: LeafletMouseEvent) => {
    let [nearest, best]: [number | null, number] = [null, REACH]
    for (const places of placed) {
      const index = nearestIndex(places, { latitude: latlng.lat, longitude: latlng.lng })
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

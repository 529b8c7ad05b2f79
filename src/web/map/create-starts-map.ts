import {
  type CircleMarker,
  circleMarker,
  control,
  divIcon,
  type LatLngTuple,
  type Layer,
  Map as LeafletMap,
  latLngBounds,
  layerGroup,
  marker,
} from 'leaflet'
import { t } from '@/web/i18n/text'
import { type Cluster, clustersOf, type FlatPoint } from './clusters'
import type { MapHandle } from './create-map'
import { motionOptions } from './motion'
import { quietTiles } from './tiles'
import { wayColors } from './way-color'

/** A place that can be chosen on the map. */
export type StartPlace = {
  id: string
  title: string
  sportId: number
  color: string
  latitude: number
  longitude: number
}

/** What the map tells: which place is pointed at, which was chosen, which ones are in view. */
export type StartsMapEvents = {
  onPoint: (place: StartPlace | null) => void
  onChoose: (id: string) => void
  onView: (places: StartPlace[]) => void
}

/** A drawn map of places; a place that is pointed at elsewhere can be shown on it. */
export type StartsMapHandle = MapHandle & { point: (place: StartPlace | null) => void }

const FIT = { padding: [36, 36] as [number, number], maxZoom: 13, animate: false }
/** Pixels within which places are drawn as one. */
const CELL = 60
/** How far beyond its edges the map is drawn, as a share of its size. */
const BEYOND = 0.25

const DOT = { radius: 8, weight: 2, color: '#ffffff', fillOpacity: 0.95 }

const latLngOf = ({ latitude, longitude }: StartPlace): LatLngTuple => [latitude, longitude]

/** Draws places into an element, fitted; those that lie near together as one, with their number. */
export function createStartsMap(
  element: HTMLElement,
  { places, attribution }: { places: readonly StartPlace[]; attribution: string },
  events: StartsMapEvents,
): StartsMapHandle {
  const map = new LeafletMap(element, {
    ...motionOptions(),
    zoomControl: false,
    preferCanvas: true,
    minZoom: 2,
  })
  control.zoom({ zoomInTitle: t('map.zoomIn'), zoomOutTitle: t('map.zoomOut') }).addTo(map)
  map.attributionControl.setPrefix(false)
  const bounds = latLngBounds(places.map(latLngOf))
  const fit = () => (bounds.isValid() ? map.fitBounds(bounds, FIT) : map.fitWorld())
  fit()
  quietTiles(attribution).addTo(map)
  const layers = layerGroup().addTo(map)
  const colorOf = wayColors(element)
  // Where each place lies on the smallest map: larger ones are multiples of it.
  const flat = places.map((place) => map.project(latLngOf(place), 0))
  const draw = () => {
    layers.clearLayers()
    for (const cluster of clustersIn(map, flat))
      layers.addLayer(layerOf(map, cluster, { places, events, colorOf }))
    const isInView = frameOf(map, 0)
    events.onView(places.filter((_, index) => isInView(flat[index])))
  }
  map.on('moveend', draw)
  draw()
  const shown = pointer()
  return {
    fit,
    resize: () => map.invalidateSize({ animate: false }),
    remove: () => map.remove(),
    point: (place) => {
      if (place) shown.setLatLng(latLngOf(place)).addTo(map)
      else shown.remove()
    },
  }
}

/** The ring around a place that is pointed at elsewhere. */
const pointer = (): CircleMarker =>
  circleMarker([0, 0], { radius: 13, weight: 4, color: '#d9480f', fill: false, interactive: false })

/** Tells whether a point of the smallest map is in view, or beyond by a share of the view: for thousands of them. */
function frameOf(map: LeafletMap, beyond: number): (point: FlatPoint | undefined) => boolean {
  const view = map.getBounds().pad(beyond)
  const { x: left, y: top } = map.project(view.getNorthWest(), 0)
  const { x: right, y: bottom } = map.project(view.getSouthEast(), 0)
  return (point) =>
    point !== undefined &&
    point.x >= left &&
    point.x <= right &&
    point.y >= top &&
    point.y <= bottom
}

/** The clusters in view; no more than the map has room for. */
function clustersIn(map: LeafletMap, flat: readonly FlatPoint[]): Cluster[] {
  const scale = map.getZoomScale(map.getZoom(), 0)
  const isNear = frameOf(map, BEYOND)
  const points = flat.map((point) =>
    isNear(point) ? { x: point.x * scale, y: point.y * scale } : null,
  )
  return clustersOf(points, CELL)
}

function layerOf(
  map: LeafletMap,
  { members, x, y }: Cluster,
  {
    places,
    events: { onPoint, onChoose },
    colorOf,
  }: {
    places: readonly StartPlace[]
    events: StartsMapEvents
    colorOf: (color: string) => string
  },
): Layer {
  const own = members.flatMap((index) => places[index] ?? [])
  const [only, ...others] = own
  if (only && others.length === 0)
    return circleMarker(latLngOf(only), { ...DOT, fillColor: colorOf(only.color) })
      .on('mouseover', () => onPoint(only))
      .on('mouseout', () => onPoint(null))
      .on('click', () => onChoose(only.id))
  const size = Math.round(28 + 8 * Math.log10(own.length))
  return marker(map.unproject([x, y], map.getZoom()), {
    icon: divIcon({
      className: 'mp-cluster',
      html: String(own.length),
      iconSize: [size, size],
    }),
    title: t('equipment.workouts', { count: own.length }),
    keyboard: false,
  }).on('click', () => map.fitBounds(latLngBounds(own.map(latLngOf)), { ...FIT, maxZoom: 18 }))
}

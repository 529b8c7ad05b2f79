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
import { type Cluster, clusterPoints, type FlatPoint } from './cluster-points'
import type { MapHandle } from './create-route-map'
import { createMapColours } from './map-colours'
import { getMotionOptions } from './motion-options'
import { createTileLayer } from './tile-layer'

/** The start of a workout, which can be selected on the map. */
export type StartPlace = {
  id: string
  title: string
  sportId: number
  color: string
  latitude: number
  longitude: number
}

/** Callbacks for user actions: the place under the pointer, the selected place, and the places in view. */
export type StartsMapEvents = {
  onPoint: (place: StartPlace | null) => void
  onChoose: (id: string) => void
  onView: (places: StartPlace[]) => void
}

/** A map of places; `point` highlights a place, or none if null. */
export type StartsMapHandle = MapHandle & { highlight: (place: StartPlace | null) => void }

const FIT = { padding: [36, 36] as [number, number], maxZoom: 13, animate: false }
/** Size in pixels of the grid cells in which places are clustered. */
const CLUSTER_CELL = 60
/** Margin around the view in which clusters are drawn, as a share of its size. */
const VIEW_MARGIN = 0.25

const DOT = { radius: 8, weight: 2, color: '#ffffff', fillOpacity: 0.95 }

const toLatLng = ({ latitude, longitude }: StartPlace): LatLngTuple => [latitude, longitude]

/** Creates a map in `element` that fits the places; nearby ones are drawn as one marker with their number. */
export function createStartsMap(
  element: HTMLElement,
  { places, attribution }: { places: readonly StartPlace[]; attribution: string },
  events: StartsMapEvents,
): StartsMapHandle {
  const map = new LeafletMap(element, {
    ...getMotionOptions(),
    zoomControl: false,
    preferCanvas: true,
    minZoom: 2,
  })
  control.zoom({ zoomInTitle: t('map.zoomIn'), zoomOutTitle: t('map.zoomOut') }).addTo(map)
  map.attributionControl.setPrefix(false)
  const bounds = latLngBounds(places.map(toLatLng))
  const fit = () => (bounds.isValid() ? map.fitBounds(bounds, FIT) : map.fitWorld())
  fit()
  createTileLayer(attribution).addTo(map)
  const layers = layerGroup().addTo(map)
  const colorOf = createMapColours(element)
  // Positions at zoom level 0; those at higher levels are multiples of them.
  const flat = places.map((place) => map.project(toLatLng(place), 0))
  const draw = () => {
    layers.clearLayers()
    for (const cluster of clusterPointsInView(map, flat))
      layers.addLayer(createLayer(map, cluster, { places, events, colorOf }))
    const isInView = createViewTest(map, 0)
    events.onView(places.filter((_, index) => isInView(flat[index])))
  }
  map.on('moveend', draw)
  draw()
  const ring = createPointerRing()
  return {
    fit,
    resize: () => map.invalidateSize({ animate: false }),
    remove: () => map.remove(),
    highlight: (place) => {
      if (place) ring.setLatLng(toLatLng(place)).addTo(map)
      else ring.remove()
    },
  }
}

/** The ring that highlights a place. */
const createPointerRing = (): CircleMarker =>
  circleMarker([0, 0], { radius: 13, weight: 4, color: '#d9480f', fill: false, interactive: false })

/**
 * Returns a function that tests whether a point at zoom level 0 is in view, or within a margin of `beyond` times the
 * view. Projecting the bounds once makes this fast for thousands of points.
 */
function createViewTest(
  map: LeafletMap,
  beyond: number,
): (point: FlatPoint | undefined) => boolean {
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

/** Returns the clusters in view, including the margin. */
function clusterPointsInView(map: LeafletMap, flat: readonly FlatPoint[]): Cluster[] {
  const scale = map.getZoomScale(map.getZoom(), 0)
  const isNear = createViewTest(map, VIEW_MARGIN)
  const points = flat.map((point) =>
    isNear(point) ? { x: point.x * scale, y: point.y * scale } : null,
  )
  return clusterPoints(points, CLUSTER_CELL)
}

function createLayer(
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
  const clustered = members.flatMap((index) => places[index] ?? [])
  const [only, ...others] = clustered
  if (only && others.length === 0)
    return circleMarker(toLatLng(only), { ...DOT, fillColor: colorOf(only.color) })
      .on('mouseover', () => onPoint(only))
      .on('mouseout', () => onPoint(null))
      .on('click', () => onChoose(only.id))
  const size = Math.round(28 + 8 * Math.log10(clustered.length))
  return marker(map.unproject([x, y], map.getZoom()), {
    icon: divIcon({
      className: 'mp-cluster',
      html: String(clustered.length),
      iconSize: [size, size],
    }),
    title: t('equipment.workouts', { count: clustered.length }),
    keyboard: false,
  }).on('click', () =>
    map.fitBounds(latLngBounds(clustered.map(toLatLng)), { ...FIT, maxZoom: 18 }),
  )
}

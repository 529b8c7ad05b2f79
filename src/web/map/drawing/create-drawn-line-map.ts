import { featureGroup, type LatLngTuple, type Layer, latLngBounds } from 'leaflet'
import { wrapLongitude } from '@/domain/reference/plane'
import { createMapHandle, type MapHandle } from '@/web/map/create-leaflet-map'
import type { Position } from '@/web/map/nearest-position'
import { createEndMarker, createTrackLayers } from '@/web/map/route-layers'
import {
  createDrawingMap,
  createHandle,
  type DrawingEvents,
  type DrawingMapOptions,
  fitBounds,
  replaceLayers,
} from './create-drawing-map'
import { lengthOf } from './line-length'

export interface DrawnLineEvents extends DrawingEvents {
  /** The line has become this long, in metres. */
  onLength: (metres: number) => void
}

export interface DrawnLineMapHandle extends MapHandle {
  show: (points: readonly Position[]) => void
}

interface DrawnLineMapOptions extends DrawingMapOptions {
  points: readonly Position[]
  /** South, west, north and east of what is shown while there are no points; the world if empty. */
  home: readonly number[]
}

/** Creates a map in `element` with a line that the user draws, and handles to drag its points. */
export function createDrawnLineMap(
  element: HTMLElement,
  options: DrawnLineMapOptions,
  events: DrawnLineEvents,
): DrawnLineMapHandle {
  const map = createDrawingMap(element, options, events)
  const drawn = featureGroup().addTo(map)
  const [south, west, north, east] = options.home
  const home = latLngBounds([])
  if (south !== undefined && west !== undefined && north !== undefined && east !== undefined)
    home.extend([south, west]).extend([north, east])
  const fit = () => {
    const bounds = drawn.getBounds()
    fitBounds(map, bounds.isValid() ? bounds : home)
  }
  const show = (points: readonly Position[]) => {
    replaceLayers(drawn, createLayers(points, events.onMove))
    events.onLength(lengthOf(points))
  }
  show(options.points)
  fit()
  return { ...createMapHandle(map, fit), show }
}

function createLayers(points: readonly Position[], onMove: DrawingEvents['onMove']): Layer[] {
  const latLngs = toUnbrokenLine(points)
  const [start] = latLngs
  if (!start) return []
  return [
    latLngs.length === 1 ? createEndMarker(start, 'start') : createTrackLayers([latLngs]),
    ...latLngs.map((latLng, index) => createHandle(latLng, (moved) => onMove(index, moved))),
  ]
}

/** Across the antimeridian, longitudes continue beyond 180 degrees. */
function toUnbrokenLine(points: readonly Position[]): LatLngTuple[] {
  let before = points[0]?.longitude ?? 0
  return points.map(({ latitude, longitude }) => {
    before += wrapLongitude(longitude - before)
    return [latitude, before]
  })
}

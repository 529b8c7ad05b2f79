import { control, type LatLngBounds, Map as LeafletMap, type MapOptions } from 'leaflet'
import { t } from '@/web/i18n/text'
import { getMotionOptions } from './motion-options'

/** Operations on a created map: fit the view to its content, adapt to a resized element, and remove it. */
export type MapHandle = { fit: () => void; resize: () => void; remove: () => void }

/** Creates a map without tiles, with translated zoom buttons. */
export function createLeafletMap(element: HTMLElement, options: MapOptions): LeafletMap {
  const map = new LeafletMap(element, {
    ...getMotionOptions(),
    zoomControl: false,
    minZoom: 2,
    ...options,
  })
  control.zoom({ zoomInTitle: t('map.zoomIn'), zoomOutTitle: t('map.zoomOut') }).addTo(map)
  map.attributionControl.setPrefix(false)
  return map
}

/** Creates a map in a page that scrolls: the wheel scrolls the page until the user clicks or focuses the map. */
export function createMapInPage(element: HTMLElement, options?: MapOptions): LeafletMap {
  const map = createLeafletMap(element, { scrollWheelZoom: false, ...options })
  map.on('click focus', () => map.scrollWheelZoom.enable())
  map.on('mouseout blur', () => map.scrollWheelZoom.disable())
  return map
}

const FIT = { padding: [28, 28] as [number, number], maxZoom: 17, animate: false }

/** Shows the area of tracks, or the world if it is empty. */
export function fitTracks(map: LeafletMap, bounds: LatLngBounds): void {
  if (bounds.isValid()) map.fitBounds(bounds, FIT)
  else map.fitWorld()
}

export const createMapHandle = (map: LeafletMap, fit: () => void): MapHandle => ({
  fit,
  resize: () => map.invalidateSize({ animate: false }),
  remove: () => map.remove(),
})

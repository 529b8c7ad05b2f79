import { circleMarker, control, featureGroup, Map as LeafletMap } from 'leaflet'
import { t } from '@/web/i18n/text'
import type { MapHandle } from './create-map'
import { textNode } from './text-node'
import { quietTiles } from './tiles'

/** A place that can be chosen on the map. */
export type StartPlace = {
  id: string
  title: string
  color: string
  latitude: number
  longitude: number
}

const FIT = { padding: [36, 36] as [number, number], maxZoom: 13, animate: false }

/** Draws places into an element, fitted; choosing one calls back with its id. */
export function createStartsMap(
  element: HTMLElement,
  { places, attribution }: { places: readonly StartPlace[]; attribution: string },
  onChoose: (id: string) => void,
): MapHandle {
  // One canvas for all: ten thousand elements would make the map slow.
  const map = new LeafletMap(element, { zoomControl: false, preferCanvas: true, minZoom: 2 })
  control.zoom({ zoomInTitle: t('map.zoomIn'), zoomOutTitle: t('map.zoomOut') }).addTo(map)
  map.attributionControl.setPrefix(false)
  const dots = featureGroup(
    places.map(({ id, title, color, latitude, longitude }) =>
      circleMarker([latitude, longitude], {
        radius: 7,
        weight: 2,
        color: '#ffffff',
        fillColor: color,
        fillOpacity: 0.95,
      })
        .bindTooltip(textNode(title))
        .on('click', () => onChoose(id)),
    ),
  )
  const bounds = dots.getBounds()
  const fit = () => (bounds.isValid() ? map.fitBounds(bounds, FIT) : map.fitWorld())
  fit()
  quietTiles(attribution).addTo(map)
  dots.addTo(map)
  return { fit, resize: () => map.invalidateSize({ animate: false }), remove: () => map.remove() }
}

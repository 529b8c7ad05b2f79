import { control, featureGroup, type LatLngTuple, Map as LeafletMap, polyline } from 'leaflet'
import { t } from '@/web/i18n/text'
import type { MapHandle } from './create-map'
import { motionOptions } from './motion'
import { textNode } from './text-node'
import { quietTiles } from './tiles'
import { wayColors } from './way-color'

/** The way of a workout that can be chosen on the map. */
export type MappedWay = { id: string; title: string; color: string; lines: LatLngTuple[][] }

const FIT = { padding: [36, 36] as [number, number], maxZoom: 15, animate: false }

const PLAIN = { weight: 3, opacity: 1 }
const POINTED_AT = { weight: 6 }

/** Draws ways into an element, fitted; choosing one calls back with its id. */
export function createLinesMap(
  element: HTMLElement,
  { ways, attribution }: { ways: readonly MappedWay[]; attribution: string },
  onChoose: (id: string) => void,
): MapHandle {
  const map = new LeafletMap(element, {
    ...motionOptions(),
    zoomControl: false,
    preferCanvas: true,
    minZoom: 2,
  })
  control.zoom({ zoomInTitle: t('map.zoomIn'), zoomOutTitle: t('map.zoomOut') }).addTo(map)
  map.attributionControl.setPrefix(false)
  const colorOf = wayColors(element)
  const lines = featureGroup(
    ways.map(({ id, title, color, lines: way }) => {
      const line = polyline(way, { ...PLAIN, color: colorOf(color) })
      return line
        .bindTooltip(textNode(title), { sticky: true })
        .on('mouseover', () => line.setStyle(POINTED_AT).bringToFront())
        .on('mouseout', () => line.setStyle(PLAIN))
        .on('click', () => onChoose(id))
    }),
  )
  const bounds = lines.getBounds()
  const fit = () => (bounds.isValid() ? map.fitBounds(bounds, FIT) : map.fitWorld())
  fit()
  quietTiles(attribution).addTo(map)
  lines.addTo(map)
  return { fit, resize: () => map.invalidateSize({ animate: false }), remove: () => map.remove() }
}

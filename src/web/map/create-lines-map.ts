import { control, featureGroup, type LatLngTuple, Map as LeafletMap, polyline } from 'leaflet'
import { t } from '@/web/i18n/text'
import type { MapHandle } from './create-route-map'
import { createMapColours } from './map-colours'
import { getMotionOptions } from './motion-options'
import { createTileLayer } from './tile-layer'

/** Creates an element with plain text for a tooltip. Titles are user input, which must not be interpreted as HTML. */
function createTextNode(text: string): HTMLElement {
  const element = document.createElement('span')
  element.textContent = text
  return element
}

/** The track of a workout that can be selected on the map. */
export type MappedTrack = { id: string; title: string; color: string; lines: LatLngTuple[][] }

const FIT = { padding: [36, 36] as [number, number], maxZoom: 15, animate: false }

const PLAIN = { weight: 3, opacity: 1 }
const POINTED_AT = { weight: 6 }

/** Creates a map in `element` that fits the tracks; clicking on one calls `onChoose` with its id. */
export function createLinesMap(
  element: HTMLElement,
  { tracks, attribution }: { tracks: readonly MappedTrack[]; attribution: string },
  onChoose: (id: string) => void,
): MapHandle {
  const map = new LeafletMap(element, {
    ...getMotionOptions(),
    zoomControl: false,
    preferCanvas: true,
    minZoom: 2,
  })
  control.zoom({ zoomInTitle: t('map.zoomIn'), zoomOutTitle: t('map.zoomOut') }).addTo(map)
  map.attributionControl.setPrefix(false)
  const colorOf = createMapColours(element)
  const lines = featureGroup(
    tracks.map(({ id, title, color, lines: track }) => {
      const line = polyline(track, { ...PLAIN, color: colorOf(color) })
      return line
        .bindTooltip(createTextNode(title), { sticky: true })
        .on('mouseover', () => line.setStyle(POINTED_AT).bringToFront())
        .on('mouseout', () => line.setStyle(PLAIN))
        .on('click', () => onChoose(id))
    }),
  )
  const bounds = lines.getBounds()
  const fit = () => (bounds.isValid() ? map.fitBounds(bounds, FIT) : map.fitWorld())
  fit()
  createTileLayer(attribution).addTo(map)
  lines.addTo(map)
  return { fit, resize: () => map.invalidateSize({ animate: false }), remove: () => map.remove() }
}

import {
  type CircleMarker,
  circleMarker,
  divIcon,
  type FeatureGroup,
  featureGroup,
  type LatLngTuple,
  marker,
  polyline,
} from 'leaflet'
import { t } from '@/web/i18n/text'

function endMarker(at: LatLngTuple, kind: 'start' | 'finish') {
  return marker(at, {
    icon: divIcon({
      className: `mp-end mp-${kind}`,
      iconSize: [20, 24],
      iconAnchor: kind === 'start' ? [21, 24] : [-1, 24],
    }),
    title: t(kind === 'start' ? 'map.start' : 'map.finish'),
    alt: t(kind === 'start' ? 'map.start' : 'map.finish'),
    interactive: false,
    keyboard: false,
    zIndexOffset: kind === 'finish' ? 100 : 0,
  })
}

/** The way on the map: a line with a casing that sets it off from any background, and posts at both ends. */
export function routeLayers(latLngs: LatLngTuple[][]): FeatureGroup {
  const first = latLngs.find((line) => line.length > 0)?.[0]
  const last = latLngs.findLast((line) => line.length > 0)?.at(-1)
  return featureGroup([
    polyline(latLngs, { className: 'mp-casing', weight: 8, interactive: false }),
    polyline(latLngs, { className: 'mp-route', weight: 4, interactive: false }),
    ...(first ? [endMarker(first, 'start')] : []),
    ...(last ? [endMarker(last, 'finish')] : []),
  ])
}

/** The dot that shows the cursor on the map. */
export function cursorDot(): CircleMarker {
  return circleMarker([0, 0], { className: 'mp-cursor', radius: 7, weight: 3, interactive: false })
}

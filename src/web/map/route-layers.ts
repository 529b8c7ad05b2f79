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

/** Lines as the API sends them: longitude before latitude. */
export type Line = readonly (readonly number[])[]

/** Lines as Leaflet wants them; positions without two numbers are left out. */
export function toLatLngs(lines: readonly Line[]): LatLngTuple[][] {
  return lines.map((line) =>
    line.flatMap(([longitude, latitude]): LatLngTuple[] =>
      longitude === undefined || latitude === undefined ? [] : [[latitude, longitude]],
    ),
  )
}

function endMarker(at: LatLngTuple, kind: 'start' | 'finish') {
  return marker(at, {
    icon: divIcon({ className: `mp-end mp-${kind}`, iconSize: [20, 24], iconAnchor: [10, 24] }),
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

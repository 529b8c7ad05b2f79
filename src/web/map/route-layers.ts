import {
  type CircleMarker,
  circleMarker,
  divIcon,
  FeatureGroup,
  featureGroup,
  type LatLngTuple,
  type Marker,
  marker,
  type Polyline,
  polyline,
} from 'leaflet'
import { t } from '@/web/i18n/text'
import { COLORS, type PaintedLines } from './paint'

function endMarker(at: LatLngTuple, kind: 'start' | 'finish'): Marker {
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

/** Where a segment begins after the first one: its number. */
function segmentMarker(at: LatLngTuple, number: number): Marker {
  const name = t('map.segment', { number })
  return marker(at, {
    icon: divIcon({ className: 'mp-segment', html: String(number), iconSize: [22, 22] }),
    title: name,
    alt: name,
    interactive: false,
    keyboard: false,
  })
}

/** The way on the map: a line with a casing that sets it off from any background, and posts where it begins and ends. */
export function routeLayers(latLngs: LatLngTuple[][]): FeatureGroup {
  const first = latLngs.find((line) => line.length > 0)?.[0]
  const last = latLngs.findLast((line) => line.length > 0)?.at(-1)
  const segments = latLngs.flatMap((line, index) =>
    index > 0 && line[0] ? [segmentMarker(line[0], index + 1)] : [],
  )
  return featureGroup([
    polyline(latLngs, { className: 'mp-casing', weight: 8, interactive: false }),
    polyline(latLngs, { className: 'mp-route', weight: 4, interactive: false }),
    ...segments,
    ...(first ? [endMarker(first, 'start')] : []),
    ...(last ? [endMarker(last, 'finish')] : []),
  ])
}

/** The way in the colours of what was measured along it. */
class PaintedGroup extends FeatureGroup {
  readonly lines: Polyline[] = Array.from({ length: COLORS }, (_, color) =>
    polyline([], { className: `mp-paint-${color}`, weight: 5, interactive: false }),
  )

  paint(painted: PaintedLines | null): void {
    for (const [color, line] of this.lines.entries()) {
      const pieces = painted?.[color] ?? []
      line.setLatLngs(pieces.map((piece) => [...piece]))
      if (pieces.length > 0) this.addLayer(line)
      else this.removeLayer(line)
    }
  }
}

/** Layers that show a painted way; empty at first. */
export const paintedLayers = (): PaintedGroup => new PaintedGroup()

/** The glow under the selected stretch. */
export const stretchLine = (): Polyline =>
  polyline([], { className: 'mp-stretch', weight: 16, interactive: false })

/** The dot that shows the cursor on the map. */
export function cursorDot(): CircleMarker {
  return circleMarker([0, 0], { className: 'mp-cursor', radius: 7, weight: 3, interactive: false })
}

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
import { COLOUR_COUNT, type ColouredLines } from './colour-lines'

/** Creates a marker of the start or the finish of a line. */
export function createEndMarker(at: LatLngTuple, kind: 'start' | 'finish'): Marker {
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

/** A marker with the number of a segment at its start; the first segment has none. */
function createSegmentMarker(at: LatLngTuple, number: number): Marker {
  const name = t('map.segment', { number })
  return marker(at, {
    icon: divIcon({ className: 'mp-segment', html: String(number), iconSize: [22, 22] }),
    title: name,
    alt: name,
    interactive: false,
    keyboard: false,
  })
}

/**
 * Layers of a track: a line with a casing that contrasts with any background, markers at both ends, and numbers at the
 * starts of segments.
 */
export function createTrackLayers(latLngs: LatLngTuple[][]): FeatureGroup {
  const first = latLngs.find((line) => line.length > 0)?.[0]
  const last = latLngs.findLast((line) => line.length > 0)?.at(-1)
  const segments = latLngs.flatMap((line, index) =>
    index > 0 && line[0] ? [createSegmentMarker(line[0], index + 1)] : [],
  )
  return featureGroup([
    polyline(latLngs, { className: 'mp-casing', weight: 8, interactive: false }),
    polyline(latLngs, { className: 'mp-route', weight: 4, interactive: false }),
    ...segments,
    ...(first ? [createEndMarker(first, 'start')] : []),
    ...(last ? [createEndMarker(last, 'finish')] : []),
  ])
}

/** Layers of a track coloured by measured values. */
class ColouredGroup extends FeatureGroup {
  readonly lines: Polyline[] = Array.from({ length: COLOUR_COUNT }, (_, color) =>
    polyline([], { className: `mp-paint-${color}`, weight: 5, interactive: false }),
  )

  paint(painted: ColouredLines | null): void {
    for (const [color, line] of this.lines.entries()) {
      const pieces = painted?.[color] ?? []
      line.setLatLngs(pieces.map((piece) => [...piece]))
      if (pieces.length > 0) this.addLayer(line)
      else this.removeLayer(line)
    }
  }
}

/** Creates the layers of a coloured track, initially empty. */
export const createColouredLayers = (): ColouredGroup => new ColouredGroup()

/** Creates the wide line that highlights the selected interval. */
export const createSelectionLine = (): Polyline =>
  polyline([], { className: 'mp-selection', weight: 16, interactive: false })

/** Creates the lines of what others see of a track, initially empty. */
export const createVisibleLines = (): Polyline =>
  polyline([], { className: 'mp-visible', weight: 5, interactive: false })

/** Creates the line of a planned course, initially empty. */
export const createPlannedLine = (): Polyline =>
  polyline([], { className: 'mp-planned', weight: 7, interactive: false })

/** Creates the dot that shows the cursor. */
export function createCursorDot(): CircleMarker {
  return circleMarker([0, 0], { className: 'mp-cursor', radius: 7, weight: 3, interactive: false })
}

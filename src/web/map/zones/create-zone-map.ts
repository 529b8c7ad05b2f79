import {
  circle,
  divIcon,
  featureGroup,
  type LatLngTuple,
  type Layer,
  marker,
  polygon,
  polyline,
} from 'leaflet'
import type { PrivacyZone, SuggestedZone } from '@/web/api/privacy/privacy'
import { t } from '@/web/i18n/text'
import { createMapHandle, type MapHandle } from '@/web/map/create-leaflet-map'
import {
  createDrawingMap,
  createHandle,
  type DrawingEvents,
  type DrawingMapOptions,
  fitBounds,
  replaceLayers,
} from '@/web/map/drawing/create-drawing-map'
import type { Position } from '@/web/map/nearest-position'
import { bufferOutline } from './buffer-outline'

/** A zone that is being drawn; an area may still lack corners. */
export interface ZoneDraft {
  isArea: boolean
  /** The centre, or the corners; null where the fields do not contain a position. */
  positions: readonly (Position | null)[]
  /** Metres. */
  radius: number
}

export interface ZoneMapContent {
  zones: readonly Pick<PrivacyZone, 'id' | 'name' | 'positions' | 'radius' | 'hidden'>[]
  suggestions: readonly SuggestedZone[]
  draft: ZoneDraft | null
}

export interface ZoneMapHandle extends MapHandle {
  show: (content: ZoneMapContent) => void
}

/** Creates a map in `element` with privacy zones, what is hidden because of them, and the zone that is being drawn. */
export function createZoneMap(
  element: HTMLElement,
  options: DrawingMapOptions & { content: ZoneMapContent },
  events: DrawingEvents,
): ZoneMapHandle {
  const map = createDrawingMap(element, options, events)
  const suggested = featureGroup().addTo(map)
  const stored = featureGroup().addTo(map)
  const drawn = featureGroup().addTo(map)
  const state = { isDrawing: false }
  const fit = () => {
    const own = stored.getBounds().extend(drawn.getBounds())
    fitBounds(map, own.isValid() ? own : suggested.getBounds())
  }
  const show = ({ zones, suggestions, draft }: ZoneMapContent) => {
    replaceLayers(suggested, suggestions.map(createSuggestion))
    replaceLayers(stored, zones.flatMap(createZone))
    replaceLayers(drawn, draft ? createDraft(draft, events.onMove) : [])
    const bounds = drawn.getBounds()
    const isNew = !state.isDrawing && bounds.isValid()
    state.isDrawing = bounds.isValid()
    if (isNew || (bounds.isValid() && !map.getBounds().intersects(bounds))) fitBounds(map, bounds)
  }
  show(options.content)
  fit()
  return { ...createMapHandle(map, fit), show }
}

const toLatLng = ({ latitude, longitude }: Position): LatLngTuple => [latitude, longitude]

/** A zone with its name, and the area that is hidden because of it. */
function createZone({ name, positions, radius, hidden }: ZoneMapContent['zones'][number]): Layer[] {
  const [first] = positions
  if (!first) return []
  const label = document.createElement('span')
  label.textContent = name
  const zone =
    positions.length === 1
      ? circle(toLatLng(first), { radius, ...lineOf('zone') })
      : polygon(positions.map(toLatLng), lineOf('zone'))
  zone.bindTooltip(label, { permanent: true, direction: 'center', className: 'mp-zone-name' })
  return [createHidden(hidden), zone]
}

/** The area within a distance in metres of one position, or of the area that several enclose. */
function createHidden({ positions, radius }: PrivacyZone['hidden']): Layer {
  const [first] = positions
  return first && positions.length === 1
    ? circle(toLatLng(first), { radius, ...lineOf('hidden') })
    : polygon(bufferOutline(positions, radius), lineOf('hidden'))
}

const lineOf = (kind: 'zone' | 'hidden' | 'draft') => ({
  className: `mp-privacy-${kind}`,
  weight: kind === 'hidden' ? 2 : 3,
  interactive: false,
  ...(kind === 'hidden' && { dashArray: '8 7' }),
})

/** The number of workouts that start at a place. */
const createSuggestion = ({ latitude, longitude, count }: SuggestedZone): Layer =>
  marker([latitude, longitude], {
    icon: divIcon({ className: 'mp-cluster', html: String(count), iconSize: [34, 34] }),
    interactive: false,
    keyboard: false,
    // More frequent places are drawn on top of less frequent ones.
    zIndexOffset: count,
    alt: t('privacyZones.starts', { count }),
  })

/** The zone that is being drawn, with its corners to drag, and about the area that will be hidden because of it. */
function createDraft(
  { isArea, positions, radius }: ZoneDraft,
  onMove: DrawingEvents['onMove'],
): Layer[] {
  const known = positions.flatMap((position) => position ?? [])
  const handles = positions.flatMap((position, index) =>
    position ? [createHandle(toLatLng(position), (moved) => onMove(index, moved))] : [],
  )
  const [first] = known
  if (!first) return []
  if (!isArea)
    return [
      createHidden({ positions: [first], radius: 2 * radius }),
      circle(toLatLng(first), { radius, ...lineOf('draft') }),
      ...handles,
    ]
  const latLngs = known.map(toLatLng)
  return known.length < 3
    ? [polyline(latLngs, lineOf('draft')), ...handles]
    : [createHidden({ positions: known, radius }), polygon(latLngs, lineOf('draft')), ...handles]
}

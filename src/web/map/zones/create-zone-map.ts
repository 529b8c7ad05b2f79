import {
  circle,
  control,
  divIcon,
  type FeatureGroup,
  featureGroup,
  type LatLngBounds,
  type LatLngTuple,
  type Layer,
  type Map as LeafletMap,
  marker,
  polygon,
  polyline,
} from 'leaflet'
import type { PrivacyZone, SuggestedZone } from '@/web/api/privacy/privacy'
import { t } from '@/web/i18n/text'
import type { MapSource } from '@/web/map/base-map/map-source'
import { addTiles } from '@/web/map/base-map/tile-layer'
import { createLeafletMap } from '@/web/map/create-leaflet-map'
import type { MapHandle } from '@/web/map/create-route-map'
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

/** Callbacks for user actions. */
export interface ZoneMapEvents {
  /** A click on the map. */
  onClick: (position: Position) => void
  /** The user has dragged the centre or a corner of the draft. */
  onMove: (index: number, position: Position) => void
  /** The middle of the map has changed. */
  onView: (middle: Position) => void
}

export interface ZoneMapHandle extends MapHandle {
  show: (content: ZoneMapContent) => void
}

const FIT = { padding: [28, 28] as [number, number], maxZoom: 16, animate: false }
const HANDLE_SIZE = 22
/** Decimals of degrees: about ten centimetres. */
const PRECISION = 1e6

/** Creates a map in `element` with privacy zones, what is hidden because of them, and the zone that is being drawn. */
export function createZoneMap(
  element: HTMLElement,
  options: { source: MapSource; isImperial: boolean; content: ZoneMapContent },
  events: ZoneMapEvents,
): ZoneMapHandle {
  const { source, isImperial } = options
  const map = createLeafletMap(element, {
    scrollWheelZoom: false,
    worldCopyJump: true,
    trackResize: false,
  })
  control.scale({ position: 'bottomright', metric: !isImperial, imperial: isImperial }).addTo(map)
  map.fitWorld({ animate: false })
  addTiles(map, source)
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
  const notifyView = () => events.onView(toPosition(map, map.getCenter()))
  map.on('moveend', notifyView)
  map.on('click', ({ latlng }) => events.onClick(toPosition(map, latlng)))
  // The wheel scrolls the page until the user clicks or focuses the map.
  map.on('click focus', () => map.scrollWheelZoom.enable())
  map.on('mouseout blur', () => map.scrollWheelZoom.disable())
  show(options.content)
  fit()
  notifyView()
  return {
    fit,
    show,
    resize: () => map.invalidateSize({ animate: false }),
    remove: () => map.remove(),
  }
}

function fitBounds(map: LeafletMap, bounds: LatLngBounds): void {
  if (bounds.isValid()) map.fitBounds(bounds, FIT)
}

function replaceLayers(group: FeatureGroup, layers: readonly Layer[]): void {
  group.clearLayers()
  for (const layer of layers) group.addLayer(layer)
}

const round = (degrees: number) => Math.round(degrees * PRECISION) / PRECISION

function toPosition(map: LeafletMap, at: Parameters<LeafletMap['wrapLatLng']>[0]): Position {
  const { lat, lng } = map.wrapLatLng(at)
  return { latitude: round(lat), longitude: round(lng) }
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
    // Frequent places are on top of others nearby.
    zIndexOffset: count,
    alt: t('privacyZones.starts', { count }),
  })

/** The zone that is being drawn, about what will be hidden because of it, and its corners to drag. */
function createDraft(
  { isArea, positions, radius }: ZoneDraft,
  onMove: ZoneMapEvents['onMove'],
): Layer[] {
  const known = positions.flatMap((position) => position ?? [])
  const handles = positions.flatMap((position, index) =>
    position ? [createHandle(position, (moved) => onMove(index, moved))] : [],
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

/** The fields of the form move it without a mouse. */
function createHandle(position: Position, onMove: (position: Position) => void): Layer {
  const handle = marker(toLatLng(position), {
    icon: divIcon({ className: 'mp-privacy-handle', iconSize: [HANDLE_SIZE, HANDLE_SIZE] }),
    draggable: true,
    keyboard: false,
  })
  handle.on('dragend', () => {
    const { lat, lng } = handle.getLatLng().wrap()
    onMove({ latitude: round(lat), longitude: round(lng) })
  })
  return handle
}

import { useForm } from '@mantine/form'
import type { ZoneInput } from '@/web/api/privacy/edit-privacy'
import type { PrivacyZone } from '@/web/api/privacy/privacy'
import { formatHeight, formatQuantity, type NumberPreferences } from '@/web/format/quantity'
import { formatFieldNumber, parseNumber } from '@/web/format/typed-numbers'
import type { UnitSystem } from '@/web/format/units'
import { fromHeight, toHeight } from '@/web/format/units'
import { t } from '@/web/i18n/text'
import type { Position } from '@/web/map/nearest-position'
import type { ZoneDraft } from '@/web/map/zones/create-zone-map'

/** The typed coordinates of a centre or corner. */
export interface CornerFields {
  latitude: string
  longitude: string
}

export type Shape = 'circle' | 'area'

export interface ZoneFields {
  name: string
  shape: Shape
  /** One for a circle, at least three for an area. */
  corners: CornerFields[]
  /** Metres. */
  radius: number
  hidesPassages: boolean
}

export type ZoneForm = ReturnType<typeof useZoneForm>

export const MIN_CORNERS = 3
/** Maximum number of corners that the server accepts. */
export const MAX_CORNERS = 100
/** Maximum characters of a name that the server accepts. */
export const MAX_NAME = 100

const DEFAULT_RADIUS = 200
const NO_CORNER: CornerFields = { latitude: '', longitude: '' }

/** Fields for a new circle, at a position if one is known. */
export const createZoneFields = (position?: Position): ZoneFields => ({
  name: '',
  shape: 'circle',
  corners: [position ? toCornerFields(position) : NO_CORNER],
  radius: DEFAULT_RADIUS,
  hidesPassages: true,
})

/** Converts a stored zone to fields. */
export const toZoneFields = ({
  name,
  positions,
  radius,
  hides_passages,
}: PrivacyZone): ZoneFields => ({
  name,
  shape: positions.length === 1 ? 'circle' : 'area',
  corners: positions.map(toCornerFields),
  radius,
  hidesPassages: hides_passages,
})

/** Converts valid fields to what the server stores. */
export const toZoneInput = ({ name, corners, radius, hidesPassages }: ZoneFields): ZoneInput => ({
  name: name.trim(),
  positions: corners.map((corner) => parseCorner(corner)).filter((corner) => corner !== null),
  radius,
  hides_passages: hidesPassages,
})

/** Converts fields that may be invalid to what the map shows. */
export const toZoneDraft = ({ shape, corners, radius }: ZoneFields): ZoneDraft => ({
  isArea: shape === 'area',
  positions: corners.map(parseCorner),
  radius,
})

/** The state of a form with a zone. */
export const useZoneForm = () =>
  useForm<ZoneFields>({
    initialValues: createZoneFields(),
    validate: {
      name: (name) => (name.trim() === '' ? t('privacyZones.nameRule') : null),
      corners: {
        latitude: (text) =>
          isDegrees(text, 90) ? null : t('privacyZones.degreesRule', { most: 90 }),
        longitude: (text) =>
          isDegrees(text, 180) ? null : t('privacyZones.degreesRule', { most: 180 }),
      },
    },
  })

const isDegrees = (text: string, limit: number) => Math.abs(parseNumber(text)) <= limit

function parseCorner({ latitude, longitude }: CornerFields): Position | null {
  if (!isDegrees(latitude, 90) || !isDegrees(longitude, 180)) return null
  return { latitude: parseNumber(latitude), longitude: parseNumber(longitude) }
}

const DECIMALS = 6

const toCornerFields = ({ latitude, longitude }: Position): CornerFields => ({
  latitude: String(Number(latitude.toFixed(DECIMALS))),
  longitude: String(Number(longitude.toFixed(DECIMALS))),
})

const isEmpty = ({ latitude, longitude }: CornerFields) => latitude === '' && longitude === ''

/** Returns corners with a position at an index. */
export const moveCorner = (
  corners: readonly CornerFields[],
  index: number,
  position: Position,
): CornerFields[] => corners.with(index, toCornerFields(position))

/** Returns fields with a chosen position: the new centre of a circle, or the next corner of an area. */
export function placePosition({ shape, corners }: ZoneFields, position: Position): CornerFields[] {
  if (shape === 'circle') return [toCornerFields(position)]
  const empty = corners.findIndex(isEmpty)
  if (empty >= 0) return moveCorner(corners, empty, position)
  return corners.length < MAX_CORNERS ? [...corners, toCornerFields(position)] : [...corners]
}

/** Returns the corners for another shape: an area starts with the centre of the circle, and the other way round. */
export const changeShape = (corners: readonly CornerFields[], shape: Shape): CornerFields[] =>
  shape === 'circle' ? corners.slice(0, 1) : [...corners, NO_CORNER, NO_CORNER].slice(0, 3)

/** Metres or feet that a slider for radii offers. */
const RADII: Readonly<Record<UnitSystem, readonly number[]>> = {
  metric: [50, 100, 150, 200, 300, 400, 500, 750, 1000, 1500, 2000, 3000, 4000, 5000],
  imperial: [200, 300, 500, 700, 1000, 1500, 2000, 2500, 3000, 5000, 7500, 10000, 13000, 16000],
}

/** Returns radii to choose from in metres, with the current one. */
export function listRadii(current: number, units: UnitSystem): number[] {
  const offered = RADII[units].map((shown) => Math.round(fromHeight(shown, units)))
  return [...new Set([...offered, current])].toSorted((a, b) => a - b)
}

/** Metres hidden at both ends that can be chosen, in metres or feet. */
const ENDS: Readonly<Record<UnitSystem, readonly number[]>> = {
  metric: [0, 100, 200, 500, 1000],
  imperial: [0, 300, 600, 1500, 3000],
}

/** Returns the metres at both ends to choose from. */
export const listEnds = (units: UnitSystem): number[] =>
  ENDS[units].map((shown) => Math.round(fromHeight(shown, units)))

/** Lengths are stored in whole metres, so that 300 feet would be shown as 299. */
const FEET_STEP = 10

/** Formats metres as metres, or as feet rounded to tens. */
export function formatLength(metres: number, preferences: NumberPreferences): string {
  const { units } = preferences
  const step = units === 'metric' ? 1 : FEET_STEP
  const shown = Math.round(toHeight(metres, units) / step) * step
  return formatQuantity(formatHeight(fromHeight(shown, units), preferences))
}

/** Converts metres to the text of a field in metres or feet. */
export const toFieldMetres = (metres: number, units: UnitSystem): string =>
  formatFieldNumber(Math.round(toHeight(metres, units)))

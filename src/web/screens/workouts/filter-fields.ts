import { FILTER_NAMES, type WorkoutFilters } from '@/web/api/workout-filters'
import { formatClock } from '@/web/format/duration'
import { fieldNumber, typedNumber } from '@/web/format/typed-numbers'
import { fromDistance, toDistance, toPace, type UnitSystem } from '@/web/format/units'
import { t } from '@/web/i18n/text'

/** The filters as they are filled in: lengths and paces in the reader's units. */
export type FilterFields = Record<(typeof FILTER_NAMES)[number] | 'place', string>

const LENGTHS = [
  'distance_from',
  'distance_to',
  'ave_speed_from',
  'ave_speed_to',
  'max_speed_from',
  'max_speed_to',
  'radius',
] as const

const PACES = ['ave_pace_from', 'ave_pace_to', 'max_pace_from', 'max_pace_to'] as const

const isClock = (text: string): boolean => /^([01]?\d|2[0-3]):[0-5]\d$/.test(text.trim())

/** Seconds of a pace typed as `M:SS`; NaN when it is none. */
function typedPace(text: string): number {
  const [, minutes, seconds] = /^(\d{1,3}):([0-5]\d)$/.exec(text.trim()) ?? []
  return minutes === undefined ? Number.NaN : Number(minutes) * 60 + Number(seconds)
}

/** Minutes and seconds of a pace, with as many minutes as needed. */
function paceText(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

const emptyOr = (isValid: (text: string) => boolean, rule: () => string) => (text: string) =>
  text.trim() === '' || isValid(text) ? null : rule()

const lengthRule = emptyOr(
  (text) => typedNumber(text) >= 0,
  () => t('filter.numberRule'),
)
const clockRule = emptyOr(isClock, () => t('filter.clockRule'))
const paceRule = emptyOr(
  (text) => typedPace(text) > 0,
  () => t('filter.paceRule'),
)
const radiusRule = emptyOr(
  (text) => typedNumber(text) > 0,
  () => t('filter.numberRule'),
)

/** What can be wrong with a filled-in filter. */
export const FILTER_RULES = {
  distance_from: lengthRule,
  distance_to: lengthRule,
  ave_speed_from: lengthRule,
  ave_speed_to: lengthRule,
  max_speed_from: lengthRule,
  max_speed_to: lengthRule,
  duration_from: clockRule,
  duration_to: clockRule,
  ave_pace_from: paceRule,
  ave_pace_to: paceRule,
  max_pace_from: paceRule,
  max_pace_to: paceRule,
  radius: radiusRule,
}

/** The filled-in form of filters. */
export function filterFieldsOf(
  filters: WorkoutFilters & { place?: string | undefined },
  units: UnitSystem,
): FilterFields {
  const fields = Object.fromEntries(FILTER_NAMES.map((name) => [name, filters[name] ?? '']))
  for (const name of LENGTHS) {
    const value = typedNumber(filters[name] ?? '')
    if (!Number.isNaN(value)) fields[name] = fieldNumber(toDistance(value, units))
  }
  for (const name of PACES) {
    const value = typedPace(filters[name] ?? '')
    if (!Number.isNaN(value)) fields[name] = paceText(toPace(value, units))
  }
  return { ...fields, place: filters.place ?? '' } as FilterFields
}

/** The filters of a filled-in form; what is empty filters nothing. */
export function filtersOf(
  fields: FilterFields,
  units: UnitSystem,
): WorkoutFilters & { place?: string } {
  const given = FILTER_NAMES.map((name) => [name, fields[name].trim()] as const)
  const filters: WorkoutFilters = Object.fromEntries(given.filter(([, value]) => value !== ''))
  for (const name of LENGTHS) {
    const value = typedNumber(fields[name])
    if (!Number.isNaN(value)) filters[name] = String(fromDistance(value, units))
  }
  for (const name of PACES) {
    const value = typedPace(fields[name])
    // The longer mile takes as much longer as its paces do.
    if (!Number.isNaN(value)) filters[name] = paceText(value / toPace(1, units))
  }
  if (!filters.coordinates) delete filters.radius
  return filters.coordinates && fields.place ? { ...filters, place: fields.place } : filters
}

/** A duration filter (`HH:MM`) as it is read. */
export const hoursText = (text: string): string => text.replace(/^0(\d)/, '$1')

/** A pace filter (`M:SS` per kilometre) in the reader's units. */
export function shownPace(text: string, units: UnitSystem): string {
  const seconds = typedPace(text)
  return Number.isNaN(seconds) ? text : formatClock(toPace(seconds, units))
}

/** Coordinates somebody typed, as the API takes them; undefined when the text is something else. */
export function typedCoordinates(text: string): string | undefined {
  const [, latitude, longitude] =
    /^\s*(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? []
  if (latitude === undefined || longitude === undefined) return undefined
  const isPlace = Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180
  return isPlace ? `${latitude},${longitude}` : undefined
}

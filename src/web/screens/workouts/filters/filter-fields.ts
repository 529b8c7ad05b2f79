import { isSwimming } from '@/domain/reference/swimming'
import { FILTER_NAMES, type WorkoutFilters } from '@/web/api/workouts/workout-filters'
import { getSwimPaceUnit } from '@/web/format/quantity'
import { getDistanceScale } from '@/web/format/sport-distance'
import { formatFieldNumber, parseNumber } from '@/web/format/typed-numbers'
import {
  fromDistance,
  fromSwimPaceToSpeed,
  toDistance,
  toPace,
  toSwimPaceFromSpeed,
  type UnitSystem,
} from '@/web/format/units'
import { type TextKey, t } from '@/web/i18n/text'

type FilterName = (typeof FILTER_NAMES)[number]

/** Values of the filter form: distances, speeds and paces in the reader's units for the sport. */
export type FilterFields = Record<FilterName | 'place', string>

/** Formats a duration filter (`HH:MM`). */
const hoursText = (text: string): string => text.replace(/^0(\d)/, '$1')

const isClock = (text: string): boolean => /^([01]?\d|2[0-3]):[0-5]\d$/.test(text.trim())

/** Parses a pace (`M:SS`) to seconds; NaN if it is invalid. */
function typedPace(text: string): number {
  const [, minutes, seconds] = /^(\d{1,3}):([0-5]\d)$/.exec(text.trim()) ?? []
  return minutes === undefined ? Number.NaN : Number(minutes) * 60 + Number(seconds)
}

/** Formats a pace as minutes and seconds; minutes may exceed 59. */
function paceText(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Converts a filter between the API's value and the form's. */
interface Scale {
  /** Formats a filter for the form; invalid values are not changed. */
  show: (filter: string) => string
  /** Parses an entered filter; invalid values are not changed. */
  read: (typed: string) => string
  isValid: (typed: string) => boolean
  rule: TextKey
}

const converted =
  (read: (text: string) => number, write: (value: number) => string) =>
  (text: string): string => {
    const value = read(text)
    return Number.isNaN(value) ? text.trim() : write(value)
  }

/** Kilometres, or km/h. */
const lengthScale = (units: UnitSystem): Scale => ({
  show: converted(parseNumber, (value) => formatFieldNumber(toDistance(value, units))),
  read: converted(parseNumber, (value) => String(fromDistance(value, units))),
  isValid: (text) => parseNumber(text) >= 0,
  rule: 'filter.numberRule',
})

const radiusScale = (units: UnitSystem): Scale => ({
  ...lengthScale(units),
  isValid: (text) => parseNumber(text) > 0,
})

function sportDistanceScale(units: UnitSystem, sportId: number): Scale {
  const { fromKilometres, parse } = getDistanceScale(sportId, units)
  return {
    ...lengthScale(units),
    show: converted(parseNumber, (value) => formatFieldNumber(fromKilometres(value))),
    read: converted(parse, String),
    isValid: (text) => parse(text) >= 0,
  }
}

const durationScale = (): Scale => ({
  show: hoursText,
  read: (text) => text.trim(),
  isValid: isClock,
  rule: 'filter.clockRule',
})

const paceScale = (units: UnitSystem): Scale => ({
  show: converted(typedPace, (seconds) => paceText(toPace(seconds, units))),
  // Paces per mile are longer than those per kilometre by the same factor.
  read: converted(typedPace, (seconds) => paceText(seconds / toPace(1, units))),
  isValid: (text) => typedPace(text) > 0,
  rule: 'filter.paceRule',
})

/** Paces are rounded to whole seconds, so they may differ by this much. */
const HALF_SECOND = 0.5

/** Shows a limit in km/h as swim pace, widened so that every workout with the same rounded pace matches. */
const swimScale =
  (end: 'slowest' | 'fastest') =>
  (units: UnitSystem): Scale => {
    const slack = end === 'slowest' ? HALF_SECOND : -HALF_SECOND
    return {
      ...paceScale(units),
      show: converted(
        (text) => toSwimPaceFromSpeed(parseNumber(text), units) ?? Number.NaN,
        // Slightly less than the slack, so that a limit without slack is shown unchanged.
        (seconds) => paceText(seconds - slack * (1 - 1e-6)),
      ),
      read: converted(typedPace, (seconds) => String(fromSwimPaceToSpeed(seconds + slack, units))),
    }
  }

/** Converters of filters whose form value differs from the API's. */
const SCALES = {
  distance_from: sportDistanceScale,
  distance_to: sportDistanceScale,
  duration_from: durationScale,
  duration_to: durationScale,
  ave_speed_from: lengthScale,
  ave_speed_to: lengthScale,
  max_speed_from: lengthScale,
  max_speed_to: lengthScale,
  ave_pace_from: paceScale,
  ave_pace_to: paceScale,
  max_pace_from: paceScale,
  max_pace_to: paceScale,
  radius: radiusScale,
} as const satisfies Partial<Record<FilterName, (units: UnitSystem, sportId: number) => Scale>>

type ScaledName = keyof typeof SCALES
const SCALED = Object.keys(SCALES) as ScaledName[]

/** The converters used instead for swims. */
const SWIM_SCALES: Partial<Record<ScaledName, (units: UnitSystem) => Scale>> = {
  ave_speed_from: swimScale('slowest'),
  ave_speed_to: swimScale('fastest'),
  max_speed_from: swimScale('slowest'),
  max_speed_to: swimScale('fastest'),
}

function getScale(name: ScaledName, sportId: string | undefined, units: UnitSystem): Scale {
  const sport = Number(sportId)
  const swim = isSwimming(sport) ? SWIM_SCALES[name] : undefined
  return swim ? swim(units) : SCALES[name](units, sport)
}

type Rule = (text: string, fields?: { sport_id: string }) => string | null

/** Validates the filter fields. */
export const FILTER_RULES = Object.fromEntries(
  SCALED.map((name): [ScaledName, Rule] => [
    name,
    (text, fields) => {
      const { isValid, rule } = getScale(name, fields?.sport_id, 'metric')
      return text.trim() === '' || isValid(text) ? null : t(rule)
    },
  ]),
) as Record<ScaledName, Rule>

/** A filter for a minimum and maximum. */
export interface FilterRange {
  label: TextKey
  /** The unit after a value; empty if values include it. */
  unit: string
  from: Exclude<ScaledName, 'radius'>
  to: Exclude<ScaledName, 'radius'>
  /** Whether workouts of the sport have this measurement. */
  offered: boolean
}

/** The range filters available for a sport, or for all sports. */
export function filterRanges(sportId: string | undefined, units: UnitSystem): FilterRange[] {
  const swims = isSwimming(Number(sportId))
  const metric = units === 'metric'
  const speed = t(metric ? 'unit.kmh' : 'unit.mph')
  const pace = t(metric ? 'unit.perKm' : 'unit.perMi')
  const { unit: length } = getDistanceScale(Number(sportId), units)
  const range = <Name extends 'distance' | 'duration' | 'ave_pace' | 'max_pace'>(
    name: Name,
    label: TextKey,
    unit: string,
    offered = true,
  ): FilterRange => ({ label, unit, offered, from: `${name}_from`, to: `${name}_to` })
  // Swapped for paces: the fastest pace is the highest speed.
  const speedRange = (
    name: 'ave_speed' | 'max_speed',
    of: TextKey,
    ofSwims: TextKey,
  ): FilterRange =>
    swims
      ? {
          ...{ label: ofSwims, unit: getSwimPaceUnit(units), offered: true },
          ...{ from: `${name}_to`, to: `${name}_from` },
        }
      : {
          ...{ label: of, unit: speed, offered: true },
          ...{ from: `${name}_from`, to: `${name}_to` },
        }
  return [
    range('distance', 'stat.distance', length),
    range('duration', 'stat.moving', t('filter.clock')),
    speedRange('ave_speed', 'stat.averageSpeed', 'stat.averagePace'),
    speedRange('max_speed', 'stat.maxSpeed', 'stat.bestPace'),
    range('ave_pace', 'stat.averagePace', pace, !swims),
    range('max_pace', 'stat.bestPace', pace, !swims),
  ]
}

/** Formats a filter; empty if it is not set. */
export const shownFilter = (
  name: ScaledName,
  filters: WorkoutFilters,
  units: UnitSystem,
): string => {
  const text = filters[name]
  return text ? getScale(name, filters.sport_id, units).show(text) : ''
}

/** Converts filters to form values. */
export function toFilterFields(
  filters: WorkoutFilters & { place?: string | undefined },
  units: UnitSystem,
): FilterFields {
  const fields = Object.fromEntries(FILTER_NAMES.map((name) => [name, filters[name] ?? '']))
  for (const name of SCALED) fields[name] = shownFilter(name, filters, units)
  return { ...fields, place: filters.place ?? '' } as FilterFields
}

/** Converts form values to filters; empty fields are omitted. */
export function toFilters(
  fields: FilterFields,
  units: UnitSystem,
): WorkoutFilters & { place?: string } {
  const given = FILTER_NAMES.map((name) => [name, fields[name].trim()] as const)
  const filters: WorkoutFilters = Object.fromEntries(given.filter(([, value]) => value !== ''))
  for (const name of SCALED)
    if (filters[name]) filters[name] = getScale(name, fields.sport_id, units).read(fields[name])
  for (const { from, to, offered } of filterRanges(fields.sport_id, units))
    if (!offered) {
      delete filters[from]
      delete filters[to]
    }
  if (!filters.coordinates) delete filters.radius
  return filters.coordinates && fields.place ? { ...filters, place: fields.place } : filters
}

/** Changes the sport of the form and converts its values to the units of that sport. */
export const withSport = (fields: FilterFields, sportId: string, units: UnitSystem): FilterFields =>
  toFilterFields({ ...toFilters(fields, units), sport_id: sportId }, units)

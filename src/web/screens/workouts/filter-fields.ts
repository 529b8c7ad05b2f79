import { isSwimming } from '@/reference/swimming'
import { FILTER_NAMES, type WorkoutFilters } from '@/web/api/workout-filters'
import { swimPaceUnit } from '@/web/format/quantity'
import { distanceScale } from '@/web/format/sport-distance'
import { fieldNumber, typedNumber } from '@/web/format/typed-numbers'
import {
  fromDistance,
  swimPaceAt,
  swimSpeedAt,
  toDistance,
  toPace,
  type UnitSystem,
} from '@/web/format/units'
import { type TextKey, t } from '@/web/i18n/text'

type FilterName = (typeof FILTER_NAMES)[number]

/** The filters as they are filled in: lengths, speeds and paces as the sport is told, in the reader's units. */
export type FilterFields = Record<FilterName | 'place', string>

/** A duration filter (`HH:MM`) as it is read. */
const hoursText = (text: string): string => text.replace(/^0(\d)/, '$1')

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

/** How a filter is filled in. */
interface Scale {
  /** What a filter reads as; what is none stays as it is. */
  show: (filter: string) => string
  /** The filter that was typed; what is none stays as it is. */
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
  show: converted(typedNumber, (value) => fieldNumber(toDistance(value, units))),
  read: converted(typedNumber, (value) => String(fromDistance(value, units))),
  isValid: (text) => typedNumber(text) >= 0,
  rule: 'filter.numberRule',
})

const radiusScale = (units: UnitSystem): Scale => ({
  ...lengthScale(units),
  isValid: (text) => typedNumber(text) > 0,
})

function sportDistanceScale(units: UnitSystem, sportId: number): Scale {
  const { toShown, read } = distanceScale(sportId, units)
  return {
    ...lengthScale(units),
    show: converted(typedNumber, (value) => fieldNumber(toShown(value))),
    read: converted(read, String),
    isValid: (text) => read(text) >= 0,
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
  // The longer mile takes as much longer as its paces do.
  read: converted(typedPace, (seconds) => paceText(seconds / toPace(1, units))),
  isValid: (text) => typedPace(text) > 0,
  rule: 'filter.paceRule',
})

/** What paces are rounded by. */
const HALF_SECOND = 0.5

/** A bound of km/h as that of a swim's pace; whatever reads as the pace that was typed is within. */
const swimScale =
  (end: 'slowest' | 'fastest') =>
  (units: UnitSystem): Scale => {
    const slack = end === 'slowest' ? HALF_SECOND : -HALF_SECOND
    return {
      ...paceScale(units),
      show: converted(
        (text) => swimPaceAt(typedNumber(text), units) ?? Number.NaN,
        // Just short of it, so that a bound without slack reads as itself.
        (seconds) => paceText(seconds - slack * (1 - 1e-6)),
      ),
      read: converted(typedPace, (seconds) => String(swimSpeedAt(seconds + slack, units))),
    }
  }

/** Filters that are not filled in as they are, by how those of a sport are. */
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

/** How those of swims are filled in instead. */
const SWIM_SCALES: Partial<Record<ScaledName, (units: UnitSystem) => Scale>> = {
  ave_speed_from: swimScale('slowest'),
  ave_speed_to: swimScale('fastest'),
  max_speed_from: swimScale('slowest'),
  max_speed_to: swimScale('fastest'),
}

function scaleOf(name: ScaledName, sportId: string | undefined, units: UnitSystem): Scale {
  const sport = Number(sportId)
  const swim = isSwimming(sport) ? SWIM_SCALES[name] : undefined
  return swim ? swim(units) : SCALES[name](units, sport)
}

type Rule = (text: string, fields?: { sport_id: string }) => string | null

/** What can be wrong with a filled-in filter. */
export const FILTER_RULES = Object.fromEntries(
  SCALED.map((name): [ScaledName, Rule] => [
    name,
    (text, fields) => {
      const { isValid, rule } = scaleOf(name, fields?.sport_id, 'metric')
      return text.trim() === '' || isValid(text) ? null : t(rule)
    },
  ]),
) as Record<ScaledName, Rule>

/** The least and the most of something, as it is filled in. */
export interface FilterRange {
  label: TextKey
  /** What stands behind a value; none where values say it themselves. */
  unit: string
  from: Exclude<ScaledName, 'radius'>
  to: Exclude<ScaledName, 'radius'>
  /** Whether workouts of the sport have it. */
  offered: boolean
}

/** What workouts of a sport, or of several, can be found by. */
export function filterRanges(sportId: string | undefined, units: UnitSystem): FilterRange[] {
  const swims = isSwimming(Number(sportId))
  const metric = units === 'metric'
  const speed = t(metric ? 'unit.kmh' : 'unit.mph')
  const pace = t(metric ? 'unit.perKm' : 'unit.perMi')
  const { unit: length } = distanceScale(Number(sportId), units)
  const range = <Name extends 'distance' | 'duration' | 'ave_pace' | 'max_pace'>(
    name: Name,
    label: TextKey,
    unit: string,
    offered = true,
  ): FilterRange => ({ label, unit, offered, from: `${name}_from`, to: `${name}_to` })
  // The fastest pace is the highest speed.
  const speedRange = (
    name: 'ave_speed' | 'max_speed',
    of: TextKey,
    ofSwims: TextKey,
  ): FilterRange =>
    swims
      ? {
          ...{ label: ofSwims, unit: swimPaceUnit(units), offered: true },
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

/** A filter as it is read; empty for none. */
export const shownFilter = (
  name: ScaledName,
  filters: WorkoutFilters,
  units: UnitSystem,
): string => {
  const text = filters[name]
  return text ? scaleOf(name, filters.sport_id, units).show(text) : ''
}

/** The filled-in form of filters. */
export function filterFieldsOf(
  filters: WorkoutFilters & { place?: string | undefined },
  units: UnitSystem,
): FilterFields {
  const fields = Object.fromEntries(FILTER_NAMES.map((name) => [name, filters[name] ?? '']))
  for (const name of SCALED) fields[name] = shownFilter(name, filters, units)
  return { ...fields, place: filters.place ?? '' } as FilterFields
}

/** The filters of a filled-in form; what is empty filters nothing. */
export function filtersOf(
  fields: FilterFields,
  units: UnitSystem,
): WorkoutFilters & { place?: string } {
  const given = FILTER_NAMES.map((name) => [name, fields[name].trim()] as const)
  const filters: WorkoutFilters = Object.fromEntries(given.filter(([, value]) => value !== ''))
  for (const name of SCALED)
    if (filters[name]) filters[name] = scaleOf(name, fields.sport_id, units).read(fields[name])
  for (const { from, to, offered } of filterRanges(fields.sport_id, units))
    if (!offered) {
      delete filters[from]
      delete filters[to]
    }
  if (!filters.coordinates) delete filters.radius
  return filters.coordinates && fields.place ? { ...filters, place: fields.place } : filters
}

/** The form of another sport: what was filled in is told as that sport is. */
export const withSport = (fields: FilterFields, sportId: string, units: UnitSystem): FilterFields =>
  filterFieldsOf({ ...filtersOf(fields, units), sport_id: sportId }, units)

/** Coordinates somebody typed, as the API takes them; undefined when the text is something else. */
export function typedCoordinates(text: string): string | undefined {
  const [, latitude, longitude] =
    /^\s*(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? []
  if (latitude === undefined || longitude === undefined) return undefined
  const isPlace = Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180
  return isPlace ? `${latitude},${longitude}` : undefined
}

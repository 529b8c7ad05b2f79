import { t } from '@/web/i18n/text'
import { formatClock, formatHours, parseDuration } from './duration'
import { formatNumber } from './numbers'
import {
  toDistance,
  toHeight,
  toMass,
  toPace,
  toSpeed,
  toSwimDistance,
  toSwimPace,
  toTemperature,
  type UnitSystem,
} from './units'

/** A number ready to be shown, apart from its unit so that both can be set in their own type. */
export type Quantity = { value: string; unit: string }

/** The way an account reads numbers. */
export type NumberPreferences = { units: UnitSystem; locale: string }

/** Stands for what was not measured. */
export const EMPTY = '–'

/** Below this many kilometres or miles a second decimal is worth reading. */
const FINE_DISTANCE = 100

function distanceDecimals(value: number): number {
  if (value >= 10 * FINE_DISTANCE) return 0
  return value >= FINE_DISTANCE ? 1 : 2
}

/** Makes a quantity of a nullable number: an en dash stands for "not measured". */
function quantity(
  value: number | null | undefined,
  unit: string,
  write: (value: number) => string,
): Quantity {
  return value === null || value === undefined
    ? { value: EMPTY, unit: '' }
    : { value: write(value), unit }
}

/** Kilometres, shown with two decimals below 100, one below 1000, none above. */
export function distanceOf(
  kilometres: number | null,
  { units, locale }: NumberPreferences,
): Quantity {
  const unit = t(units === 'metric' ? 'unit.km' : 'unit.mi')
  return quantity(kilometres, unit, (value) => {
    const shown = toDistance(value, units)
    return formatNumber(shown, distanceDecimals(shown), locale)
  })
}

/** Metres of altitude or climb, in whole metres or feet. */
export function heightOf(metres: number | null, { units, locale }: NumberPreferences): Quantity {
  const unit = t(units === 'metric' ? 'unit.m' : 'unit.ft')
  return quantity(metres, unit, (value) => formatNumber(toHeight(value, units), 0, locale))
}

/** Kilograms in kilograms or pounds, with one decimal. */
export function massOf(kilograms: number | null, { units, locale }: NumberPreferences): Quantity {
  const unit = t(units === 'metric' ? 'unit.kg' : 'unit.lb')
  return quantity(kilograms, unit, (value) => formatNumber(toMass(value, units), 1, locale))
}

/** Whole degrees Celsius or Fahrenheit. */
export function temperatureOf(
  celsius: number | null,
  { units, locale }: NumberPreferences,
): Quantity {
  return quantity(celsius, units === 'metric' ? '°C' : '°F', (value) =>
    formatNumber(toTemperature(value, units), 0, locale),
  )
}

/** Kilometres per hour with one decimal. */
export function speedOf(
  kilometresPerHour: number | null,
  { units, locale }: NumberPreferences,
): Quantity {
  const unit = t(units === 'metric' ? 'unit.kmh' : 'unit.mph')
  return quantity(kilometresPerHour, unit, (value) =>
    formatNumber(toSpeed(value, units), 1, locale),
  )
}

/** Seconds per kilometre as minutes and seconds per kilometre or mile. */
export function paceOf(secondsPerKilometre: number | null, { units }: NumberPreferences): Quantity {
  const unit = t(units === 'metric' ? 'unit.perKm' : 'unit.perMi')
  return quantity(secondsPerKilometre, unit, (value) => formatClock(toPace(value, units)))
}

/** Kilometres that were swum, in whole metres or yards. */
export function swimDistanceOf(
  kilometres: number | null,
  { units, locale }: NumberPreferences,
): Quantity {
  return quantity(kilometres, swimUnit(units), (value) =>
    formatNumber(toSwimDistance(value, units), 0, locale),
  )
}

/** What swims are measured in. */
export const swimUnit = (units: UnitSystem): string => t(units === 'metric' ? 'unit.m' : 'unit.yd')

/** Seconds for 100 metres as minutes and seconds for 100 metres or yards. */
export function swimPaceOf(secondsPer100m: number | null, { units }: NumberPreferences): Quantity {
  return quantity(secondsPer100m, swimPaceUnit(units), (value) =>
    formatClock(toSwimPace(value, units)),
  )
}

/** What paces of swims are for. */
export const swimPaceUnit = (units: UnitSystem): string =>
  t(units === 'metric' ? 'unit.per100m' : 'unit.per100yd')

/** A duration text of the server as `H:MM:SS`. */
export function durationOf(text: string | null): Quantity {
  return quantity(parseDuration(text), '', formatClock)
}

/** A long duration text of the server in hours and minutes. */
export function hoursOf(text: string | null, { locale }: NumberPreferences): Quantity {
  return quantity(parseDuration(text), t('unit.h'), (seconds) => formatHours(seconds, locale))
}

/** Hours as the server rounds them, to one decimal. */
export function roundedHoursOf(hours: number, { locale }: NumberPreferences): Quantity {
  return quantity(hours, t('unit.h'), (value) => formatNumber(value, 1, locale))
}

/** A whole number with a fixed unit, such as beats per minute. */
export function countOf(
  value: number | null,
  unit: string,
  { locale }: NumberPreferences,
): Quantity {
  return quantity(value, unit, (count) => formatNumber(count, 0, locale))
}

/** Value and unit in one string, for running text and labels. */
export function plain({ value, unit }: Quantity): string {
  return unit === '' ? value : `${value} ${unit}`
}

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

/** A formatted number, with its unit apart so that the two can be styled differently. */
export type Quantity = { value: string; unit: string }

/** The account's unit system and number format. */
export type NumberPreferences = { units: UnitSystem; locale: string }

/** Displayed for a value that was not measured. */
export const NO_VALUE = '–'

/** Kilometres or miles below which two decimals are shown. */
const FINE_DISTANCE = 100

function distanceDecimals(value: number): number {
  if (value >= 10 * FINE_DISTANCE) return 0
  return value >= FINE_DISTANCE ? 1 : 2
}

/** Formats a nullable number; null and undefined become an en dash without a unit. */
function formatNullable(
  value: number | null | undefined,
  unit: string,
  format: (value: number) => string,
): Quantity {
  return value === null || value === undefined
    ? { value: NO_VALUE, unit: '' }
    : { value: format(value), unit }
}

/** Formats kilometres as kilometres or miles: two decimals below 100, one below 1000, otherwise none. */
export function formatDistance(
  kilometres: number | null,
  { units, locale }: NumberPreferences,
): Quantity {
  const unit = t(units === 'metric' ? 'unit.km' : 'unit.mi')
  return formatNullable(kilometres, unit, (value) => {
    // The server rounds some totals to two decimals. All are rounded like them, so that none contradicts another.
    const shown = toDistance(value < FINE_DISTANCE ? value : Math.round(value * 100) / 100, units)
    return formatNumber(shown, distanceDecimals(shown), locale)
  })
}

/** Formats an altitude or ascent as whole metres or feet. */
export function formatHeight(
  metres: number | null,
  { units, locale }: NumberPreferences,
): Quantity {
  const unit = t(units === 'metric' ? 'unit.m' : 'unit.ft')
  return formatNullable(metres, unit, (value) => formatNumber(toHeight(value, units), 0, locale))
}

/** Formats kilograms as kilograms or pounds with one decimal. */
export function formatMass(
  kilograms: number | null,
  { units, locale }: NumberPreferences,
): Quantity {
  const unit = t(units === 'metric' ? 'unit.kg' : 'unit.lb')
  return formatNullable(kilograms, unit, (value) => formatNumber(toMass(value, units), 1, locale))
}

/** Formats a temperature as whole degrees Celsius or Fahrenheit. */
export function formatTemperature(
  celsius: number | null,
  { units, locale }: NumberPreferences,
): Quantity {
  return formatNullable(celsius, units === 'metric' ? '°C' : '°F', (value) =>
    formatNumber(toTemperature(value, units), 0, locale),
  )
}

/** Formats a speed as km/h or mph with one decimal. */
export function formatSpeed(
  kilometresPerHour: number | null,
  { units, locale }: NumberPreferences,
): Quantity {
  const unit = t(units === 'metric' ? 'unit.kmh' : 'unit.mph')
  return formatNullable(kilometresPerHour, unit, (value) =>
    formatNumber(toSpeed(value, units), 1, locale),
  )
}

/** Formats seconds per kilometre as minutes and seconds per kilometre or mile. */
export function formatPace(
  secondsPerKilometre: number | null,
  { units }: NumberPreferences,
): Quantity {
  const unit = t(units === 'metric' ? 'unit.perKm' : 'unit.perMi')
  return formatNullable(secondsPerKilometre, unit, (value) => formatClock(toPace(value, units)))
}

/** Formats a swum distance, given in kilometres, as whole metres or yards. */
export function formatSwimDistance(
  kilometres: number | null,
  { units, locale }: NumberPreferences,
): Quantity {
  return formatNullable(kilometres, getSwimUnit(units), (value) =>
    formatNumber(toSwimDistance(value, units), 0, locale),
  )
}

/** Returns the unit of swum distances. */
export const getSwimUnit = (units: UnitSystem): string =>
  t(units === 'metric' ? 'unit.m' : 'unit.yd')

/** Formats seconds per 100 metres as minutes and seconds per 100 metres or 100 yards. */
export function formatSwimPace(
  secondsPer100m: number | null,
  { units }: NumberPreferences,
): Quantity {
  return formatNullable(secondsPer100m, getSwimPaceUnit(units), (value) =>
    formatClock(toSwimPace(value, units)),
  )
}

/** Returns the unit of swimming paces. */
export const getSwimPaceUnit = (units: UnitSystem): string =>
  t(units === 'metric' ? 'unit.per100m' : 'unit.per100yd')

/** Formats a duration text from the API as `H:MM:SS`. */
export function formatDuration(text: string | null): Quantity {
  return formatNullable(parseDuration(text), '', formatClock)
}

/** Formats a long duration text from the API as hours and minutes. */
export function formatLongDuration(text: string | null, { locale }: NumberPreferences): Quantity {
  return formatNullable(parseDuration(text), t('unit.h'), (seconds) => formatHours(seconds, locale))
}

/** Formats a whole number with a fixed unit, such as beats per minute. */
export function formatCount(
  value: number | null,
  unit: string,
  { locale }: NumberPreferences,
): Quantity {
  return formatNullable(value, unit, (count) => formatNumber(count, 0, locale))
}

/** Joins value and unit for running text and labels. */
export function formatQuantity({ value, unit }: Quantity): string {
  return unit === '' ? value : `${value} ${unit}`
}

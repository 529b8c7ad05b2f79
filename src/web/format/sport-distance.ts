import { isSwimming, type PoolUnit } from '@/domain/reference/swimming'
import { t } from '@/web/i18n/text'
import {
  formatDistance,
  formatSwimDistance,
  getSwimUnit,
  type NumberPreferences,
  type Quantity,
} from './quantity'
import { parseNumber } from './typed-numbers'
import {
  fromDistance,
  fromSwimDistance,
  toDistance,
  toSwimDistance,
  type UnitSystem,
} from './units'

/** Formats kilometres in the sport's unit: metres or yards for swims, otherwise kilometres or miles. */
export const formatSportDistance = (
  kilometres: number | null,
  sportId: number | null | undefined,
  preferences: NumberPreferences,
): Quantity => (isSwim(sportId) ? formatSwimDistance : formatDistance)(kilometres, preferences)

/** Returns preferences with the unit in which the pool of a swim was built, whatever the account's units are. */
export const withPoolUnit = <Preferences extends NumberPreferences>(
  preferences: Preferences,
  { pool_unit: unit }: { pool_unit?: PoolUnit },
): Preferences =>
  unit === undefined ? preferences : { ...preferences, units: unit === 'm' ? 'metric' : 'imperial' }

/** The unit in which distances are drawn or entered, with conversions. */
export interface DistanceScale {
  unit: string
  /** Converts kilometres to the unit. */
  fromKilometres: (kilometres: number) => number
  /** Parses a distance entered in the unit and converts it to kilometres; NaN if it is not a number. */
  parse: (typed: string) => number
}

/** Returns the distance unit of a sport. Null or undefined stands for several sports. */
export function getDistanceScale(
  sportId: number | null | undefined,
  units: UnitSystem,
): DistanceScale {
  return isSwim(sportId)
    ? {
        unit: getSwimUnit(units),
        fromKilometres: (kilometres) => toSwimDistance(kilometres, units),
        parse: (typed) => fromSwimDistance(parseMetres(typed), units),
      }
    : {
        unit: t(units === 'metric' ? 'unit.km' : 'unit.mi'),
        fromKilometres: (kilometres) => toDistance(kilometres, units),
        parse: (typed) => fromDistance(parseNumber(typed), units),
      }
}

const isSwim = (sportId: number | null | undefined): boolean => isSwimming(sportId ?? 0)

/** Parses metres. A separator before three digits groups thousands, because users do not enter thousandths of a metre. */
const parseMetres = (text: string): number =>
  parseNumber(text.replace(/^(\s*\d{1,3})[.,\u2019'\s](\d{3}\s*)$/, '$1$2'))

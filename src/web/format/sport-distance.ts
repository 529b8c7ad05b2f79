import { isSwimming } from '@/reference/swimming'
import { t } from '@/web/i18n/text'
import {
  distanceOf,
  type NumberPreferences,
  type Quantity,
  swimDistanceOf,
  swimUnit,
} from './quantity'
import { typedNumber } from './typed-numbers'
import {
  fromDistance,
  fromSwimDistance,
  toDistance,
  toSwimDistance,
  type UnitSystem,
} from './units'

/** Kilometres of a sport as they are read: of swims metres or yards, of all others kilometres or miles. */
export const sportDistanceOf = (
  kilometres: number | null,
  sportId: number | null | undefined,
  preferences: NumberPreferences,
): Quantity => (swims(sportId) ? swimDistanceOf : distanceOf)(kilometres, preferences)

/** What distances are measured in, where they are drawn or filled in. */
export interface DistanceScale {
  unit: string
  /** Kilometres in that unit. */
  toShown: (kilometres: number) => number
  /** Kilometres of what was typed in that unit; NaN when it is no number. */
  read: (typed: string) => number
}

/** What distances of a sport are measured in; no sport stands for several. */
export function distanceScale(
  sportId: number | null | undefined,
  units: UnitSystem,
): DistanceScale {
  return swims(sportId)
    ? {
        unit: swimUnit(units),
        toShown: (kilometres) => toSwimDistance(kilometres, units),
        read: (typed) => fromSwimDistance(typedMetres(typed), units),
      }
    : {
        unit: t(units === 'metric' ? 'unit.km' : 'unit.mi'),
        toShown: (kilometres) => toDistance(kilometres, units),
        read: (typed) => fromDistance(typedNumber(typed), units),
      }
}

const swims = (sportId: number | null | undefined): boolean => isSwimming(sportId ?? 0)

/** Nobody swims thousandths of a metre: what stands before three digits divides thousands. */
const typedMetres = (text: string): number =>
  typedNumber(text.replace(/^(\s*\d{1,3})[.,\u2019'\s](\d{3}\s*)$/, '$1$2'))

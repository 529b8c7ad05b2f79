import { FILTER_NAMES, type WorkoutFilters } from '@/web/api/workout-filters'
import { fieldNumber, typedNumber } from '@/web/format/typed-numbers'
import { fromDistance, toDistance, type UnitSystem } from '@/web/format/units'
import { t } from '@/web/i18n/text'

/** The filters as they are filled in: lengths in the reader's units. */
export type FilterFields = Record<(typeof FILTER_NAMES)[number], string>

const LENGTHS = ['distance_from', 'distance_to', 'ave_speed_from', 'ave_speed_to'] as const

const isClock = (text: string): boolean => /^([01]?\d|2[0-3]):[0-5]\d$/.test(text.trim())

const lengthRule = (text: string) =>
  text.trim() === '' || typedNumber(text) >= 0 ? null : t('filter.numberRule')
const clockRule = (text: string) =>
  text.trim() === '' || isClock(text) ? null : t('filter.clockRule')

/** What can be wrong with a filled-in filter. */
export const FILTER_RULES = {
  distance_from: lengthRule,
  distance_to: lengthRule,
  ave_speed_from: lengthRule,
  ave_speed_to: lengthRule,
  duration_from: clockRule,
  duration_to: clockRule,
}

/** The filled-in form of filters. */
export function filterFieldsOf(filters: WorkoutFilters, units: UnitSystem): FilterFields {
  const fields = Object.fromEntries(FILTER_NAMES.map((name) => [name, filters[name] ?? '']))
  for (const name of LENGTHS) {
    const value = typedNumber(filters[name] ?? '')
    if (!Number.isNaN(value)) fields[name] = fieldNumber(toDistance(value, units))
  }
  return fields as FilterFields
}

/** The filters of a filled-in form; what is empty filters nothing. */
export function filtersOf(fields: FilterFields, units: UnitSystem): WorkoutFilters {
  const given = FILTER_NAMES.map((name) => [name, fields[name].trim()] as const)
  const filters: WorkoutFilters = Object.fromEntries(given.filter(([, value]) => value !== ''))
  for (const name of LENGTHS) {
    const value = typedNumber(fields[name])
    if (!Number.isNaN(value)) filters[name] = String(fromDistance(value, units))
  }
  return filters
}

import { METRES_PER_MILE } from '@/domain/reference/lengths'
import { isStandardDistance } from '@/domain/reference/standard-distances'
import type { Effort } from '@/web/api/workouts/efforts'
import { formatClock } from '@/web/format/duration'
import { formatNumber } from '@/web/format/numbers'
import { formatCount, type NumberPreferences, type Quantity } from '@/web/format/quantity'
import { formatSportDistance } from '@/web/format/sport-distance'
import { type TextKey, t } from '@/web/i18n/text'

/** The kinds of efforts in display order. */
export const EFFORT_KINDS = ['distance', 'duration', 'power', 'heart_rate', 'climbing'] as const
export type EffortKind = Effort['kind']

/** Text keys for the names of the kinds. */
export const EFFORT_KIND_NAMES: Readonly<Record<EffortKind, TextKey>> = {
  distance: 'effort.distance',
  duration: 'effort.duration',
  power: 'series.power',
  heart_rate: 'series.hr',
  climbing: 'effort.climbing',
}

/** Distances in metres that have a name or are multiples of a mile. */
const NAMED: Readonly<Record<string, (isInText: boolean) => string>> = {
  [String(METRES_PER_MILE / 2)]: () => `½ ${t('unit.mi')}`,
  [String(METRES_PER_MILE)]: () => `1 ${t('unit.mi')}`,
  '3218.688': () => `2 ${t('unit.mi')}`,
  '32186.88': () => `20 ${t('unit.mi')}`,
  '21097.5': (isInText) => t(isInText ? 'effort.halfInText' : 'effort.half'),
  '42195': (isInText) => t(isInText ? 'effort.marathonInText' : 'effort.marathon'),
}

/** Whether an effort is usual in a sport: there is no marathon of cycling. */
export const isStandardEffort = (
  sportId: number,
  { kind, target }: Pick<Effort, 'kind' | 'target'>,
): boolean => kind !== 'distance' || isStandardDistance(sportId, target)

/**
 * Returns the target of an effort as text: its distance or duration. `isInText` is for the middle of a sentence, where
 * names of distances begin with a small letter in most languages.
 */
export function formatEffortTarget(
  { kind, target }: Pick<Effort, 'kind' | 'target'>,
  { locale }: NumberPreferences,
  isInText = false,
): string {
  if (kind !== 'distance') return formatSeconds(target, locale)
  const named = NAMED[String(target)]
  if (named) return named(isInText)
  return target < 1000
    ? `${formatNumber(target, 0, locale)} ${t('unit.m')}`
    : `${formatNumber(target / 1000, 0, locale)} ${t('unit.km')}`
}

function formatSeconds(seconds: number, locale: string): string {
  const write = (value: number, unit: TextKey) =>
    `${formatNumber(value, Number.isInteger(value) ? 0 : 1, locale)} ${t(unit)}`
  if (seconds < 60) return write(seconds, 'unit.s')
  return seconds < 3600 ? write(seconds / 60, 'unit.min') : write(seconds / 3600, 'unit.h')
}

/** Formats the value of an effort in the user's units; distances in the unit of the sport, if it is known. */
export function formatEffortValue(
  { kind, value }: Pick<Effort, 'kind' | 'value'>,
  sportId: number | null,
  preferences: NumberPreferences,
): Quantity {
  switch (kind) {
    case 'distance':
      return { value: formatClock(value), unit: '' }
    case 'duration':
      return formatSportDistance(value / 1000, sportId, preferences)
    case 'power':
      return formatCount(value, t('unit.w'), preferences)
    case 'heart_rate':
      return formatCount(value, t('unit.bpm'), preferences)
    case 'climbing':
      return formatCount(value, t('unit.metresPerHour'), preferences)
  }
}

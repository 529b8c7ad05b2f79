import type { BestEffort } from '@/web/api/workouts/efforts'
import type { EffortKind } from '@/web/components/numbers/effort-text'
import { formatClock } from '@/web/format/duration'
import { formatNumber } from '@/web/format/numbers'
import { formatQuantity, getSwimPaceUnit, type NumberPreferences } from '@/web/format/quantity'
import { formatSportDistance } from '@/web/format/sport-distance'
import { toPace, toSpeed, toSwimPace } from '@/web/format/units'
import { type TextKey, t } from '@/web/i18n/text'

/** The quantity of efforts that is drawn, and its format in the reader's units. */
export interface EffortMeasure<Measured = number> {
  numberOf: (effort: BestEffort) => Measured
  write: (number: number) => string
  /** Whether smaller values are better. */
  isInverted: boolean
  /** Whether values are in seconds. */
  isClock: boolean
}

const COUNTED = { power: 'unit.w', heart_rate: 'unit.bpm', climbing: 'unit.metresPerHour' } as const

/** A whole number in the unit in which it was measured. */
const createCountMeasure = (unit: TextKey, { locale }: NumberPreferences): EffortMeasure => ({
  numberOf: ({ value }) => value,
  write: (number) => `${formatNumber(number, 0, locale)} ${t(unit)}`,
  isInverted: false,
  isClock: false,
})

/** The quantity that improves for one target. */
export function getEffortMeasure(
  { kind, sportId }: { kind: EffortKind; sportId: number },
  preferences: NumberPreferences,
): EffortMeasure {
  if (kind === 'distance')
    return {
      numberOf: ({ value }) => value,
      write: formatClock,
      isInverted: true,
      isClock: true,
    }
  if (kind !== 'duration') return createCountMeasure(COUNTED[kind], preferences)
  return {
    numberOf: ({ value }) => value / 1000,
    write: (kilometres) => formatQuantity(formatSportDistance(kilometres, sportId, preferences)),
    isInverted: false,
    isClock: false,
  }
}

/** The curves that can be drawn over all targets of a kind; power also per kilogram of body weight on that day. */
export const CURVES = ['power', 'per_kilogram', 'heart_rate', 'climbing', 'distance'] as const
export type CurveName = (typeof CURVES)[number]

/** The kind of efforts that a curve shows. */
export const getEffortKind = (curve: CurveName): EffortKind =>
  curve === 'per_kilogram' ? 'power' : curve

/** How speed is shown: as speed, as pace, or for swims as pace per 100 metres or yards. */
export type SpeedStyle = 'speed' | 'pace' | 'swim'

/**
 * The quantity that a curve shows, undefined for efforts without it; for distances, speed in the style of the sport.
 */
export function getCurveMeasure(
  curve: CurveName,
  style: SpeedStyle,
  preferences: NumberPreferences,
): EffortMeasure<number | undefined> {
  const { units, locale } = preferences
  if (curve === 'per_kilogram')
    return {
      numberOf: ({ per_kilogram: perKilogram }) => perKilogram,
      write: (number) => `${formatNumber(number, 2, locale)} ${t('unit.wPerKg')}`,
      ...{ isInverted: false, isClock: false },
    }
  if (curve !== 'distance') return createCountMeasure(COUNTED[curve], preferences)
  if (style === 'swim')
    return {
      numberOf: ({ target, duration }) => toSwimPace((duration / target) * 100, units),
      write: (number) => `${formatClock(number)} ${getSwimPaceUnit(units)}`,
      ...{ isInverted: true, isClock: true },
    }
  if (style === 'pace')
    return {
      numberOf: ({ target, duration }) => toPace(duration / (target / 1000), units),
      write: (number) =>
        `${formatClock(number)} ${t(units === 'metric' ? 'unit.perKm' : 'unit.perMi')}`,
      ...{ isInverted: true, isClock: true },
    }
  return {
    numberOf: ({ target, duration }) => toSpeed((target / duration) * 3.6, units),
    write: (number) =>
      `${formatNumber(number, 1, locale)} ${t(units === 'metric' ? 'unit.kmh' : 'unit.mph')}`,
    ...{ isInverted: false, isClock: false },
  }
}

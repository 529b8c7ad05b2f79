import type { BestEffort } from '@/web/api/efforts'
import type { EffortKind } from '@/web/components/effort-text'
import { formatClock } from '@/web/format/duration'
import { formatNumber } from '@/web/format/numbers'
import { type NumberPreferences, plain, swimPaceUnit } from '@/web/format/quantity'
import { sportDistanceOf } from '@/web/format/sport-distance'
import { toPace, toSpeed, toSwimPace } from '@/web/format/units'
import { type TextKey, t } from '@/web/i18n/text'

/** What of efforts is drawn, and how it is written in the units of the reader. */
export interface EffortMeasure<Measured = number> {
  numberOf: (effort: BestEffort) => Measured
  write: (number: number) => string
  /** Whether less is better. */
  isInverted: boolean
  /** Whether it is seconds. */
  isClock: boolean
}

const COUNTED = { power: 'unit.w', heart_rate: 'unit.bpm', climbing: 'unit.metresPerHour' } as const

/** A whole number as it is measured. */
const countOf = (unit: TextKey, { locale }: NumberPreferences): EffortMeasure => ({
  numberOf: ({ value }) => value,
  write: (number) => `${formatNumber(number, 0, locale)} ${t(unit)}`,
  isInverted: false,
  isClock: false,
})

/** What develops when somebody becomes better at one target. */
export function measureOf(
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
  if (kind !== 'duration') return countOf(COUNTED[kind], preferences)
  return {
    numberOf: ({ value }) => value / 1000,
    write: (kilometres) => plain(sportDistanceOf(kilometres, sportId, preferences)),
    isInverted: false,
    isClock: false,
  }
}

/** What is drawn over all targets of a kind: power also by the weight of its day. */
export const CURVES = ['power', 'per_kilogram', 'heart_rate', 'climbing', 'distance'] as const
export type CurveName = (typeof CURVES)[number]

/** The kind of the efforts that a curve is made of. */
export const kindOf = (curve: CurveName): EffortKind => (curve === 'per_kilogram' ? 'power' : curve)

/** How speed is told: as it is, as a pace, or in water as that of 100 metres or yards. */
export type SpeedStyle = 'speed' | 'pace' | 'swim'

/** What a curve is made of, of those efforts that have it: of distances the speed as the sport tells it. */
export function curveMeasureOf(
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
  if (curve !== 'distance') return countOf(COUNTED[curve], preferences)
  if (style === 'swim')
    return {
      numberOf: ({ target, duration }) => toSwimPace((duration / target) * 100, units),
      write: (number) => `${formatClock(number)} ${swimPaceUnit(units)}`,
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

import type { ThresholdKind } from '@/web/api/workouts/training'
import {
  formatCount,
  formatPace,
  formatQuantity,
  formatSwimPace,
  getSwimPaceUnit,
  type NumberPreferences,
} from '@/web/format/quantity'
import { parseNumber } from '@/web/format/typed-numbers'
import { fromSwimPace, toPace, type UnitSystem } from '@/web/format/units'
import { type TextKey, t } from '@/web/i18n/text'

/** Names of thresholds, in the order of the menu. */
export const THRESHOLD_NAMES: Readonly<Record<ThresholdKind, TextKey>> = {
  max_hr: 'threshold.maxHr',
  resting_hr: 'threshold.restingHr',
  lthr: 'threshold.lthr',
  ftp: 'threshold.ftp',
  threshold_pace: 'threshold.pace',
  swim_pace: 'threshold.swimPace',
}

export const THRESHOLD_KINDS = Object.keys(THRESHOLD_NAMES) as ThresholdKind[]

/** The smallest and largest values that the server accepts. */
const LIMITS: Readonly<Record<ThresholdKind, readonly [number, number]>> = {
  max_hr: [100, 240],
  resting_hr: [20, 120],
  lthr: [80, 230],
  ftp: [30, 700],
  threshold_pace: [120, 1200],
  swim_pace: [45, 360],
}

/** Formats a threshold. */
export function thresholdText(
  kind: ThresholdKind,
  value: number,
  preferences: NumberPreferences,
): string {
  if (kind === 'ftp') return formatQuantity(formatCount(value, t('unit.w'), preferences))
  if (kind === 'threshold_pace') return formatQuantity(formatPace(value, preferences))
  if (kind === 'swim_pace') return formatQuantity(formatSwimPace(value, preferences))
  return formatQuantity(formatCount(value, t('unit.bpm'), preferences))
}

/** The unit of the input field. */
export function thresholdUnit(kind: ThresholdKind, { units }: NumberPreferences): string {
  if (kind === 'ftp') return t('unit.w')
  if (kind === 'threshold_pace') return t(units === 'metric' ? 'unit.perKm' : 'unit.perMi')
  if (kind === 'swim_pace') return getSwimPaceUnit(units)
  return t('unit.bpm')
}

/** Parses an entered threshold to the server's unit, paces as `M:SS`; NaN if it is invalid or implausible. */
export function typedThreshold(
  kind: ThresholdKind,
  text: string,
  { units }: NumberPreferences,
): number {
  const value = Math.round(read(kind, text, units))
  const [min, max] = LIMITS[kind]
  return value >= min && value <= max ? value : Number.NaN
}

function read(kind: ThresholdKind, text: string, units: UnitSystem): number {
  if (kind === 'threshold_pace') return typedPace(text) / toPace(1, units)
  return kind === 'swim_pace' ? fromSwimPace(typedPace(text), units) : parseNumber(text)
}

/** Parses `M:SS` to seconds. */
function typedPace(text: string): number {
  const [, minutes, seconds] = /^(\d+):([0-5]\d)$/.exec(text.trim()) ?? []
  return minutes === undefined ? Number.NaN : Number(minutes) * 60 + Number(seconds)
}

/** The message for values out of range, with the limits. */
export const thresholdRule = (kind: ThresholdKind, preferences: NumberPreferences): string => {
  const [one, other] = LIMITS[kind].map((value) => thresholdText(kind, value, preferences))
  return t('threshold.rule', { least: one ?? '', most: other ?? '' })
}

import type { ThresholdKind } from '@/web/api/training'
import {
  countOf,
  type NumberPreferences,
  paceOf,
  plain,
  swimPaceOf,
  swimPaceUnit,
} from '@/web/format/quantity'
import { typedNumber } from '@/web/format/typed-numbers'
import { fromSwimPace, toPace, type UnitSystem } from '@/web/format/units'
import { type TextKey, t } from '@/web/i18n/text'

/** Thresholds in the order in which they are offered. */
export const THRESHOLD_NAMES: Readonly<Record<ThresholdKind, TextKey>> = {
  max_hr: 'threshold.maxHr',
  resting_hr: 'threshold.restingHr',
  lthr: 'threshold.lthr',
  ftp: 'threshold.ftp',
  threshold_pace: 'threshold.pace',
  swim_pace: 'threshold.swimPace',
}

export const THRESHOLD_KINDS = Object.keys(THRESHOLD_NAMES) as ThresholdKind[]

/** The least and the most that the server takes. */
const LIMITS: Readonly<Record<ThresholdKind, readonly [number, number]>> = {
  max_hr: [100, 240],
  resting_hr: [20, 120],
  lthr: [80, 230],
  ftp: [30, 700],
  threshold_pace: [120, 1200],
  swim_pace: [45, 360],
}

/** A threshold as it is read. */
export function thresholdText(
  kind: ThresholdKind,
  value: number,
  preferences: NumberPreferences,
): string {
  if (kind === 'ftp') return plain(countOf(value, t('unit.w'), preferences))
  if (kind === 'threshold_pace') return plain(paceOf(value, preferences))
  if (kind === 'swim_pace') return plain(swimPaceOf(value, preferences))
  return plain(countOf(value, t('unit.bpm'), preferences))
}

/** The unit of what is typed. */
export function thresholdUnit(kind: ThresholdKind, { units }: NumberPreferences): string {
  if (kind === 'ftp') return t('unit.w')
  if (kind === 'threshold_pace') return t(units === 'metric' ? 'unit.perKm' : 'unit.perMi')
  if (kind === 'swim_pace') return swimPaceUnit(units)
  return t('unit.bpm')
}

/** What was typed as the server takes it, paces as minutes and seconds; NaN when it is none that somebody has. */
export function typedThreshold(
  kind: ThresholdKind,
  text: string,
  { units }: NumberPreferences,
): number {
  const value = Math.round(read(kind, text, units))
  const [least, most] = LIMITS[kind]
  return value >= least && value <= most ? value : Number.NaN
}

function read(kind: ThresholdKind, text: string, units: UnitSystem): number {
  if (kind === 'threshold_pace') return typedPace(text) / toPace(1, units)
  return kind === 'swim_pace' ? fromSwimPace(typedPace(text), units) : typedNumber(text)
}

/** Seconds of `M:SS`. */
function typedPace(text: string): number {
  const [, minutes, seconds] = /^(\d+):([0-5]\d)$/.exec(text.trim()) ?? []
  return minutes === undefined ? Number.NaN : Number(minutes) * 60 + Number(seconds)
}

/** From what to what, for those who typed something else. */
export const thresholdRule = (kind: ThresholdKind, preferences: NumberPreferences): string => {
  const [one, other] = LIMITS[kind].map((value) => thresholdText(kind, value, preferences))
  return t('threshold.rule', { least: one ?? '', most: other ?? '' })
}

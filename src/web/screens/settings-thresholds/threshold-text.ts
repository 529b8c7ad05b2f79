import type { ThresholdKind } from '@/web/api/training'
import { countOf, type NumberPreferences, paceOf, plain, swimPaceOf } from '@/web/format/quantity'
import { typedNumber } from '@/web/format/typed-numbers'
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

const MILE = 1.609344

/** A threshold as it is read. */
export function thresholdText(
  kind: ThresholdKind,
  value: number,
  preferences: NumberPreferences,
): string {
  if (kind === 'ftp') return plain(countOf(value, t('unit.w'), preferences))
  if (kind === 'threshold_pace') return plain(paceOf(value, preferences))
  if (kind === 'swim_pace') return plain(swimPaceOf(value))
  return plain(countOf(value, t('unit.bpm'), preferences))
}

/** The unit of what is typed. */
export function thresholdUnit(kind: ThresholdKind, { units }: NumberPreferences): string {
  if (kind === 'ftp') return t('unit.w')
  if (kind === 'threshold_pace') return t(units === 'metric' ? 'unit.perKm' : 'unit.perMi')
  if (kind === 'swim_pace') return t('unit.per100m')
  return t('unit.bpm')
}

/** What was typed as the server takes it, paces as minutes and seconds; NaN when it is none that somebody has. */
export function typedThreshold(
  kind: ThresholdKind,
  text: string,
  { units }: NumberPreferences,
): number {
  const isPace = kind === 'threshold_pace' || kind === 'swim_pace'
  const typed = isPace ? typedPace(text) : typedNumber(text)
  const isMiles = kind === 'threshold_pace' && units === 'imperial'
  const value = Math.round(isMiles ? typed / MILE : typed)
  const [least, most] = LIMITS[kind]
  return value >= least && value <= most ? value : Number.NaN
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

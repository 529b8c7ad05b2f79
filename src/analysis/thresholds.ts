import type { EnergyFormula } from './energy'

/**
 * What zones and load are measured by: highest and resting heart rate and that at the lactate threshold (LTHR) in beats per
 * minute, functional threshold power (FTP) in watts, threshold pace in seconds per kilometre and, swimming, per 100 metres.
 */
export const THRESHOLD_KINDS = [
  ...(['max_hr', 'resting_hr', 'lthr', 'ftp', 'threshold_pace', 'swim_pace'] as const),
] as const
export type ThresholdKind = (typeof THRESHOLD_KINDS)[number]

/** Thresholds that hold for somebody in a sport on a day, as far as they are known. */
export type Thresholds = Partial<Readonly<Record<ThresholdKind, number>>>

/** The least and the most that people have, whole numbers. */
export const THRESHOLD_LIMITS: Readonly<Record<ThresholdKind, readonly [number, number]>> = {
  max_hr: [100, 240],
  resting_hr: [20, 120],
  lthr: [80, 230],
  ftp: [30, 700],
  threshold_pace: [120, 1200],
  swim_pace: [45, 360],
}

/** What zones of heart rate are shares of: the highest, the reserve above rest, or the one at the threshold. */
export const HEART_RATE_MODELS = ['max', 'reserve', 'lthr'] as const
export type HeartRateModel = (typeof HEART_RATE_MODELS)[number]

/** How TRIMP weighs intensity: by the curve of men, of women, or by the mean of both. */
export const TRIMP_WEIGHTINGS = ['men', 'women', 'mean'] as const
export type TrimpWeighting = (typeof TRIMP_WEIGHTINGS)[number]

/** What somebody chose. */
export interface ZoneRules {
  readonly heartRateModel: HeartRateModel
  readonly trimpWeighting: TrimpWeighting
}

/** All that somebody chose of how numbers are made. */
export interface Formulas extends ZoneRules {
  /** By heart rate. */
  readonly energyFormula: EnergyFormula
}

/** What a sport knows of. */
export interface SportMeasures {
  readonly power: boolean
  /** Which threshold its pace is held against. */
  readonly pace: 'threshold_pace' | 'swim_pace' | undefined
}

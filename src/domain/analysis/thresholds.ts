import type { EnergyFormula } from './energy'

/**
 * Thresholds that zones and load depend on: maximum and resting heart rate and lactate threshold heart rate (LTHR) in
 * beats per minute, functional threshold power (FTP) in watts, and threshold pace in seconds per kilometre, or per 100
 * metres for swimming.
 */
export const THRESHOLD_KINDS = [
  ...(['max_hr', 'resting_hr', 'lthr', 'ftp', 'threshold_pace', 'swim_pace'] as const),
] as const
export type ThresholdKind = (typeof THRESHOLD_KINDS)[number]

/** A user's known thresholds for a sport on a given day. */
export type Thresholds = Partial<Readonly<Record<ThresholdKind, number>>>

/** Minimum and maximum accepted values, inclusive, in whole numbers. */
export const THRESHOLD_LIMITS: Readonly<Record<ThresholdKind, readonly [number, number]>> = {
  max_hr: [100, 240],
  resting_hr: [20, 120],
  lthr: [80, 230],
  ftp: [30, 700],
  threshold_pace: [120, 1200],
  swim_pace: [45, 360],
}

/** The heart rate on which zones are based: maximum, reserve above resting, or lactate threshold. */
export const HEART_RATE_MODELS = ['max', 'reserve', 'lthr'] as const
export type HeartRateModel = (typeof HEART_RATE_MODELS)[number]

/** Weighting of intensity in TRIMP: the curve for men, for women, or the mean of both. */
export const TRIMP_WEIGHTINGS = ['men', 'women', 'mean'] as const
export type TrimpWeighting = (typeof TRIMP_WEIGHTINGS)[number]

/** A user's choices for zones and TRIMP. */
export interface ZoneRules {
  readonly heartRateModel: HeartRateModel
  readonly trimpWeighting: TrimpWeighting
}

/** All of a user's choices of formulas. */
export interface Formulas extends ZoneRules {
  /** For estimates from heart rate. */
  readonly energyFormula: EnergyFormula
}

/** Which measurements apply to a sport. */
export interface SportMeasures {
  readonly power: boolean
  /** The threshold with which its pace is compared. */
  readonly pace: 'threshold_pace' | 'swim_pace' | undefined
}

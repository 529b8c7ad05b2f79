import { METRES_PER_KM } from '@/domain/reference/lengths'
import { SECONDS_PER_HOUR, SECONDS_PER_MINUTE } from '@/domain/tracks/metrics/units'
import { type Histogram, meanValue, totalSeconds } from './histogram'
import type { Intensity } from './intensity'
import type { SportMeasures, Thresholds, TrimpWeighting, ZoneRules } from './thresholds'
import { thresholdPace, timeInZones, type ZoneKind, type Zones } from './zones'

/** Measurements from which a load can be computed. */
export const LOAD_SOURCES = ['power', 'pace', 'heart_rate'] as const
export type LoadSource = (typeof LOAD_SOURCES)[number]

/** Training load of a workout as one number: an hour at the threshold is 100. */
export interface Load {
  readonly value: number
  readonly source: LoadSource
  /** Intensity relative to the threshold; undefined for loads by heart rate. */
  readonly intensityFactor: number | undefined
  /** Whether the load is based on mean values of a workout without a recording. */
  readonly isEstimate: boolean
}

/** Distance and time of a workout. */
export interface DistanceAndTime {
  /** Undefined when unknown. */
  readonly metres: number | undefined
  /** Moving time. For swims it excludes the rests if the device recorded them. */
  readonly seconds: number
}

/** Data from which the load of a workout is computed. */
export interface LoadInput {
  /** Intensity of the recording; undefined when nothing was measured. */
  readonly intensity: Intensity | undefined
  /** For swims and workouts without a recording. */
  readonly totals: DistanceAndTime | undefined
  readonly isRecorded: boolean
  /** Beats per minute, for workouts without a recording. */
  readonly meanHeartRate: number | undefined
}

/** Load, TRIMP and zones of a workout, as far as they were measured and the thresholds are known. */
export interface LoadEvaluation {
  /** The first of `loads`. */
  readonly load: Load | undefined
  /** By each source, most reliable first. */
  readonly loads: readonly Load[]
  readonly trimp: number | undefined
  readonly zones: Record<ZoneKind, Zones | undefined>
}

/** Minimum share of the recorded time that a sensor must cover. */
const MIN_SHARE = 0.5

/** Maximum plausible intensity factor of a whole workout. Above it the threshold or the distance must be wrong. */
const MAX_INTENSITY = 1.5

interface Rules {
  sport: SportMeasures
  rules: ZoneRules
}

/** Computes load, TRIMP and zones of a workout from its data and the user's thresholds. */
export function evaluateLoad(known: LoadInput, thresholds: Thresholds, how: Rules): LoadEvaluation {
  const intensity = intensityOf(known)
  const loads = listLoads({ ...known, intensity }, thresholds, how)
    .filter((load) => load !== undefined)
    .map((load) => ({ ...load, isEstimate: !known.isRecorded }))
  return {
    ...{ load: loads[0], loads },
    trimp: computeTrimp(intensity.heartRate, thresholds, how.rules.trimpWeighting),
    // A mean value says nothing about time in zones.
    zones: timeInZones(known.isRecorded ? intensity : NOTHING_MEASURED, thresholds, how),
  }
}

/** Computes only the value of the load, as `evaluateLoad` does; undefined if it cannot be computed. */
export const computeLoad = (
  known: LoadInput,
  thresholds: Thresholds,
  how: Rules,
): number | undefined =>
  listLoads({ ...known, intensity: intensityOf(known) }, thresholds, how).find(
    (load) => load !== undefined,
  )?.value

const intensityOf = (known: LoadInput): Intensity =>
  known.isRecorded ? (known.intensity ?? NOTHING_MEASURED) : meanAsMeasured(known)

type Found = Omit<Load, 'isEstimate'>
/** Workout data with an intensity that may be derived from mean values. */
type Evaluated = LoadInput & { intensity: Intensity }

/**
 * Loads by each source, most reliable first. Swims use pace first, recorded or not, because water has no hills. Other
 * workouts without a recording use heart rate, which reflects hills, before pace.
 */
function listLoads(
  { intensity, totals, isRecorded }: Evaluated,
  thresholds: Thresholds,
  { sport, rules }: Rules,
): (Found | undefined)[] {
  const byHeartRate = heartRateLoad(intensity, thresholds, rules.trimpWeighting)
  if (sport.pace === 'swim_pace') return [swimLoad(totals, thresholds, sport), byHeartRate]
  if (!isRecorded) return [byHeartRate, meanPaceLoad(totals, thresholds, sport)]
  const byPower = sport.power ? powerLoad(intensity, thresholds) : undefined
  return [byPower, paceLoad(intensity, thresholds, sport), byHeartRate]
}

const NOTHING_MEASURED: Intensity = {
  seconds: 0,
  ...{ heartRate: undefined, power: undefined, pace: undefined },
  ...{ normalisedPower: undefined, gradedSpeed: undefined },
  ...{ powerDrift: undefined, paceDrift: undefined },
}

/** Assumes that the heart rate equalled its mean all the time, as TRIMP was originally computed. */
function meanAsMeasured({ totals, meanHeartRate: mean }: LoadInput): Intensity {
  const seconds = totals?.seconds ?? 0
  if (mean === undefined || seconds === 0) return NOTHING_MEASURED
  const heartRate = { first: Math.round(mean), seconds: Uint32Array.of(seconds) }
  return { ...NOTHING_MEASURED, seconds, heartRate }
}

/** Training stress score: hours times the square of the intensity factor, times 100 (Allen, Coggan 2006). */
function powerLoad(intensity: Intensity, { ftp }: Thresholds): Found | undefined {
  const { power, normalisedPower } = intensity
  if (!isMeasured(intensity, power) || normalisedPower === undefined || ftp === undefined)
    return undefined
  return stress('power', totalSeconds(power), normalisedPower / ftp)
}

/** Like `powerLoad`, by equivalent speed on level ground, the runner's counterpart of power (S. McGregor, rTSS). */
function paceLoad(
  { seconds, gradedSpeed }: Intensity,
  thresholds: Thresholds,
  sport: SportMeasures,
): Found | undefined {
  const pace = thresholdPace(thresholds, sport)
  if (gradedSpeed === undefined || pace === undefined) return undefined
  return stress('pace', seconds, (gradedSpeed * pace) / METRES_PER_KM)
}

/** Like `paceLoad`, by mean speed over the ground. */
function meanPaceLoad(
  totals: DistanceAndTime | undefined,
  thresholds: Thresholds,
  sport: SportMeasures,
): Found | undefined {
  const factor = meanIntensity(totals, thresholdPace(thresholds, sport))
  return factor === undefined ? undefined : stress('pace', totals?.seconds ?? 0, factor)
}

/**
 * Swim training stress score: hours times the cube of mean speed divided by threshold speed, times 100, because drag
 * grows faster in water than in air. Excludes rests (M. Fitzgerald, S. McGregor, "Calculating Swimming TSS Score",
 * TrainingPeaks 2008).
 */
function swimLoad(
  totals: DistanceAndTime | undefined,
  thresholds: Thresholds,
  sport: SportMeasures,
): Found | undefined {
  const factor = meanIntensity(totals, thresholdPace(thresholds, sport))
  return factor === undefined ? undefined : stress('pace', totals?.seconds ?? 0, factor, 3)
}

/** Mean speed divided by threshold speed. `pace` is the threshold in seconds per kilometre. */
function meanIntensity(
  totals: DistanceAndTime | undefined,
  pace: number | undefined,
): number | undefined {
  if (!totals?.metres || totals.seconds <= 0 || pace === undefined) return undefined
  const factor = (totals.metres / totals.seconds) * (pace / METRES_PER_KM)
  return factor <= MAX_INTENSITY ? factor : undefined
}

const stress = (source: LoadSource, seconds: number, factor: number, power = 2): Found => ({
  source,
  intensityFactor: factor,
  value: (seconds / SECONDS_PER_HOUR) * factor ** power * 100,
})

/** TRIMP as a percentage of the TRIMP of one hour at the threshold. */
function heartRateLoad(
  intensity: Intensity,
  thresholds: Thresholds,
  weighting: TrimpWeighting,
): Found | undefined {
  const { lthr } = thresholds
  const { heartRate } = intensity
  if (lthr === undefined || !isMeasured(intensity, heartRate)) return undefined
  const atThreshold = { first: lthr, seconds: Uint32Array.of(SECONDS_PER_HOUR) }
  const ofAnHour = computeTrimp(atThreshold, thresholds, weighting)
  const trimp = computeTrimp(heartRate, thresholds, weighting)
  if (!ofAnHour || trimp === undefined) return undefined
  return { source: 'heart_rate', value: (trimp / ofAnHour) * 100, intensityFactor: undefined }
}

const isMeasured = (
  { seconds }: Intensity,
  histogram: Histogram | undefined,
): histogram is Histogram =>
  histogram !== undefined && totalSeconds(histogram) >= seconds * MIN_SHARE

const MEN = [0.64, 1.92] as const
const WOMEN = [0.86, 1.67] as const
const CURVES = { men: [MEN], women: [WOMEN], mean: [MEN, WOMEN] }

/**
 * Training impulse (TRIMP) by E. W. Banister ("Modeling elite athletic performance", in: Physiological Testing of the
 * High-Performance Athlete, 1991): minutes times the share of the heart rate reserve, times a weight that grows with
 * that share as blood lactate does. Undefined without maximum and resting heart rate.
 */
export function computeTrimp(
  heartRate: Histogram | undefined,
  { max_hr, resting_hr }: Thresholds,
  weighting: TrimpWeighting,
): number | undefined {
  if (!heartRate || max_hr === undefined || resting_hr === undefined || resting_hr >= max_hr)
    return undefined
  const curves = CURVES[weighting]
  let sum = 0
  for (let i = 0; i < heartRate.seconds.length; i++) {
    const reserve = (heartRate.first + i - resting_hr) / (max_hr - resting_hr)
    const share = Math.min(1, Math.max(0, reserve))
    const weight = curves.reduce((all, [factor, rise]) => all + factor * Math.exp(rise * share), 0)
    sum += ((heartRate.seconds[i] ?? 0) / SECONDS_PER_MINUTE) * share * (weight / curves.length)
  }
  return sum
}

/** Figures that follow from power alone, without thresholds. */
export interface PowerFigures {
  /** Mean watts over the measured time. */
  readonly mean: number
  readonly normalised: number | undefined
  /** Kilojoules. */
  readonly work: number
  /** Variability index: normalised power divided by mean power. */
  readonly variability: number | undefined
  /** Normalised watts per beat per minute. */
  readonly efficiency: number | undefined
}

/** Undefined without power. */
export function computePowerFigures({
  power,
  heartRate,
  normalisedPower: normalised,
}: Intensity): PowerFigures | undefined {
  if (!power) return undefined
  const mean = meanValue(power)
  return {
    ...{ mean, normalised },
    work: (mean * totalSeconds(power)) / 1000,
    variability: normalised === undefined || mean === 0 ? undefined : normalised / mean,
    efficiency: perBeat(normalised, heartRate),
  }
}

/** Metres of level ground per minute, per beat per minute. */
export const paceEfficiency = ({ gradedSpeed, heartRate }: Intensity): number | undefined =>
  perBeat(gradedSpeed === undefined ? undefined : gradedSpeed * SECONDS_PER_MINUTE, heartRate)

function perBeat(done: number | undefined, heartRate: Histogram | undefined) {
  const beats = heartRate ? meanValue(heartRate) : 0
  return done === undefined || beats === 0 ? undefined : done / beats
}

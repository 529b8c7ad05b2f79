import { type Histogram, meanOf, totalOf } from './histogram'
import type { Intensity } from './intensity'
import type { SportMeasures, Thresholds, TrimpWeighting, ZoneRules } from './thresholds'
import { thresholdPace, timeInZones, type ZoneKind, type Zones } from './zones'

/** What a load is made of, in the order in which it is chosen. */
export const LOAD_SOURCES = ['power', 'pace', 'heart_rate'] as const
export type LoadSource = (typeof LOAD_SOURCES)[number]

/** One number for how much a workout asks of somebody: an hour at the threshold is 100. */
export interface Load {
  readonly value: number
  readonly source: LoadSource
  /** Of the threshold, as a share; unknown of heart rates. */
  readonly intensityFactor: number | undefined
}

/** What heart rate, power and pace say of a workout, each as far as it was measured and its thresholds are known. */
export interface Evaluation {
  /** The first of those that there are, in the order of `LOAD_SOURCES`. */
  readonly load: Load | undefined
  /** By every source. */
  readonly loads: readonly Load[]
  readonly trimp: number | undefined
  readonly zones: Record<ZoneKind, Zones | undefined>
}

const HOUR = 3600
const MINUTE = 60
/** Share of the recorded time below which a sensor was there too little to tell of the whole. */
const LEAST_SHARE = 0.5

/** What thresholds make of the intensity of a workout. */
export function evaluate(
  intensity: Intensity,
  thresholds: Thresholds,
  how: { sport: SportMeasures; rules: ZoneRules },
): Evaluation {
  const trimp = trimpOf(intensity.heartRate, thresholds, how.rules.trimpWeighting)
  const loads = [
    how.sport.power ? powerLoad(intensity, thresholds) : undefined,
    how.sport.pace === 'threshold_pace' ? paceLoad(intensity, thresholds, how.sport) : undefined,
    heartRateLoad(intensity, thresholds, how.rules.trimpWeighting),
  ].filter((load) => load !== undefined)
  return { load: loads[0], loads, trimp, zones: timeInZones(intensity, thresholds, how) }
}

/** Training stress score: hours times the square of the intensity factor, times 100 (Allen, Coggan 2006). */
function powerLoad(intensity: Intensity, { ftp }: Thresholds): Load | undefined {
  const { power, normalisedPower } = intensity
  if (!isMeasured(intensity, power) || normalisedPower === undefined || ftp === undefined)
    return undefined
  return stress('power', totalOf(power), normalisedPower / ftp)
}

/** The same by the speed on the level, which is for runners what power is for cyclists (S. McGregor, rTSS). */
function paceLoad(
  { seconds, gradedSpeed }: Intensity,
  thresholds: Thresholds,
  sport: SportMeasures,
): Load | undefined {
  const pace = thresholdPace(thresholds, sport)
  if (gradedSpeed === undefined || pace === undefined) return undefined
  return stress('pace', seconds, (gradedSpeed * pace) / 1000)
}

const stress = (source: LoadSource, seconds: number, intensityFactor: number): Load => ({
  source,
  intensityFactor,
  value: (seconds / HOUR) * intensityFactor ** 2 * 100,
})

/** TRIMP as hundredths of that of an hour at the threshold. */
function heartRateLoad(
  intensity: Intensity,
  thresholds: Thresholds,
  weighting: TrimpWeighting,
): Load | undefined {
  const { lthr } = thresholds
  const { heartRate } = intensity
  if (lthr === undefined || !isMeasured(intensity, heartRate)) return undefined
  const atThreshold = { first: lthr, seconds: Uint32Array.of(HOUR) }
  const ofAnHour = trimpOf(atThreshold, thresholds, weighting)
  const trimp = trimpOf(heartRate, thresholds, weighting)
  if (!ofAnHour || trimp === undefined) return undefined
  return { source: 'heart_rate', value: (trimp / ofAnHour) * 100, intensityFactor: undefined }
}

const isMeasured = (
  { seconds }: Intensity,
  histogram: Histogram | undefined,
): histogram is Histogram => histogram !== undefined && totalOf(histogram) >= seconds * LEAST_SHARE

const MEN = [0.64, 1.92] as const
const WOMEN = [0.86, 1.67] as const
const CURVES = { men: [MEN], women: [WOMEN], mean: [MEN, WOMEN] }

/**
 * The training impulse by E. W. Banister ("Modeling elite athletic performance", in: Physiological Testing of the
 * High-Performance Athlete, 1991): minutes times the share of the heart rate reserve, times a weight that grows with it
 * as lactate does. Undefined without highest and resting heart rate.
 */
export function trimpOf(
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
    sum += ((heartRate.seconds[i] ?? 0) / MINUTE) * share * (weight / curves.length)
  }
  return sum
}

/** What power says of a workout without any threshold. */
export interface PowerNumbers {
  /** Watts over the time that was measured. */
  readonly mean: number
  readonly normalised: number | undefined
  /** Kilojoules. */
  readonly work: number
  /** Normalised power by mean power. */
  readonly variability: number | undefined
  /** Normalised watts for a beat per minute. */
  readonly efficiency: number | undefined
}

/** Undefined without power. */
export function powerNumbers({
  power,
  heartRate,
  normalisedPower: normalised,
}: Intensity): PowerNumbers | undefined {
  if (!power) return undefined
  const mean = meanOf(power)
  return {
    ...{ mean, normalised },
    work: (mean * totalOf(power)) / 1000,
    variability: normalised === undefined || mean === 0 ? undefined : normalised / mean,
    efficiency: perBeat(normalised, heartRate),
  }
}

/** Metres of level ground a minute for a beat per minute. */
export const paceEfficiency = ({ gradedSpeed, heartRate }: Intensity): number | undefined =>
  perBeat(gradedSpeed === undefined ? undefined : gradedSpeed * MINUTE, heartRate)

function perBeat(done: number | undefined, heartRate: Histogram | undefined) {
  const beats = heartRate ? meanOf(heartRate) : 0
  return done === undefined || beats === 0 ? undefined : done / beats
}
